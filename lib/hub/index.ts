export { testAccountsFile } from "./accounts";
export { hubFolder } from "./folder";
export { openAnswersNote } from "./installation";
export { whyNoHub } from "./refusals";
export { serveHub } from "./serve";
export { startHub, type Hub, type HubOptions } from "./start";
export { hubStatus, hubStatusText } from "./status";
export { stopHub } from "./stop";
