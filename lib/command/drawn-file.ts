import { chromiumPath } from "../plots/static";
import { refuseUnwritable } from "../system/atomic";

/**
 * Refuses a file before the work whose figure it is to have.
 * @param what is drawn, as the error begins with it: `The plan`
 * @throws one line when the file has another ending, cannot be written, or needs Chromium, which is not installed.
 */
export function refuseUndrawable(what: string, out: string): void {
  if (!/\.(html|png|svg|json)$/.test(out)) {
    throw new Error(`${what} is drawn as .html, .png, .svg or .json, not "${out}".`);
  }
  if (/\.(png|svg)$/.test(out)) chromiumPath();
  refuseUnwritable(what, out);
}
