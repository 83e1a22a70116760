/** Begins each error of a message in which TensorFlow lists several. */
const LISTED = /^\s*\(\d+\) [A-Z_]+: /m;
/** Details for TensorFlow's developers: functions and nodes. */
const DETAILS = /\{\{function_node [^}]*\}\} ?|\[\[.*?(\]\]|$)/gm;
/** The message of a replica that was waiting for another one. */
const ABORTED = /op cancelled/;

/**
 * Makes one line of an error of a step on several replicas, with the device on which it happened: the names of ops contain
 * their replica's number. The original error is its `cause`.
 * @param devices The device of each replica, for example `/device:CPU:1`.
 * @returns the error itself if its text names no replica.
 */
export function stepError(error: Error, devices: readonly (string | undefined)[]): Error {
  // When a replica fails while others wait for it, TensorFlow lists an error of each of them.
  const [single, ...listed] = error.message.split(LISTED);
  const errors = listed.length > 0 ? listed : [single];
  const root = errors.find((message) => !ABORTED.test(message));
  const text = root ?? errors[0];
  const [, node, replica] = /(replica_(\d+)\/[^\s}\]]+)/.exec(text) ?? ["", "", "none"];
  const device = devices[Number(replica)]?.replace("/device:", "");
  if (device === undefined) return error;
  const what = root === undefined ? aborted : `${text.replace(DETAILS, "").replace(/\s+/g, " ").trim()} [${node}]`;
  return new Error(`On ${device} (replica ${replica}): ${what}`, { cause: error });
}

const aborted =
  "adding up over the replicas was given up after an error in a step, and TensorFlow cannot go on with it in this " +
  "process. Start the program again (in a notebook: restart the kernel), from the last checkpoint.";
