import { get } from "node:https";

/** Whether an address answers without an error. Whose certificate it shows is not looked at: it is our own hub, on loopback. */
export function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(address, { rejectUnauthorized: false, timeout: 5000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => {
      resolve(false);
    });
  });
}
