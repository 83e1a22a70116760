/** One of the errors that TensorFlow found, or the only one. */
const FURTHER = /^\s*\(\d+\) [A-Z_]+: /m;
/** What it adds for its developers: functions, nodes, and its binding's own words. */
const DETAILS = /\{\{function_node [^}]*\}\} ?|\[\[.*?(\]\]|$)|^Invalid TF_Status: \d+\s*Message: /gm;
/** What replicas say that were waiting for another one. */
const ABORTED = /op cancelled/;

/**
 * An error of a step on several replicas in one line, with the device that it happened on: ops carry their replica's
 * number in their names. The whole of what TensorFlow said is its `cause`.
 * @param devices One a replica, for example `/device:CPU:1`.
 * @returns the error itself, if it tells no replica.
 */
export function stepError(error: Error, devices: readonly (string | undefined)[]): Error {
  // Where replicas were waiting for one that failed, TensorFlow has an error of each of them.
  const found = error.message.split(FURTHER);
  const errors = found.length > 1 ? found.slice(1) : found;
  const own = errors.find((each) => !ABORTED.test(each));
  const text = own ?? errors[0];
  const [, node, replica] = /(replica_(\d+)\/[^\s}\]]+)/.exec(text) ?? ["", "", "none"];
  const device = devices[Number(replica)]?.replace("/device:", "");
  if (device === undefined) return error;
  const what = own === undefined ? aborted : `${text.replace(DETAILS, "").replace(/\s+/g, " ").trim()} [${node}]`;
  return new Error(`On ${device} (replica ${replica}): ${what}`, { cause: error });
}

const aborted =
  "adding up over the replicas was given up after an error in a step, and TensorFlow cannot go on with it in this " +
  "process. Start the program again (in a notebook: restart the kernel), from the last checkpoint.";
