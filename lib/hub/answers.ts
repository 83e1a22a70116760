import { get } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";

/**
 * Whether an address answers without an error. Whose certificate it shows is not looked at: it is our own hub, on loopback.
 * @param at the IP address to ask at, whatever name the address has
 */
export function answers(address: string, at: string): Promise<boolean> {
  const lookup: LookupFunction = (_name, { all }, found) => {
    const family = isIPv6(at) ? 6 : 4;
    if (all) found(null, [{ address: at, family }]);
    else found(null, at, family);
  };
  return new Promise((resolve) => {
    const request = get(address, { rejectUnauthorized: false, timeout: 5000, agent: false, lookup }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => {
      resolve(false);
    });
  });
}
