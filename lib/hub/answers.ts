import { get } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";

/**
 * Whether a page can be fetched without an error. Its certificate is not checked: it is our own hub's, on loopback.
 * @param ip the address of the machine to ask, whatever the host in the URL
 */
export function answers(url: string, ip: string): Promise<boolean> {
  const lookup: LookupFunction = (_name, { all }, callback) => {
    const family = isIPv6(ip) ? 6 : 4;
    if (all) callback(null, [{ address: ip, family }]);
    else callback(null, ip, family);
  };
  return new Promise((resolve) => {
    const request = get(url, { rejectUnauthorized: false, timeout: 5000, agent: false, lookup }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
