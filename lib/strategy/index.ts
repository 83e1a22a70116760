export type { Strategy } from "./strategy";
export { OneDeviceStrategy } from "./one-device";
