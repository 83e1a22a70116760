import { createHash } from "node:crypto";
import { bytesOf, nativeOp, tf, valuesOn } from "../tensorflow/engine";

/**
 * Makes sure that variables have the same bits on all replicas of this process. Two NaN of the same bits are equal; 0 and
 * -0 are not.
 * @param devices The device of each replica.
 * @throws one line that names the first variable that differs, and the devices.
 */
export function refuseUnlike(
  variables: readonly { name: string; variable: tf.Variable }[],
  devices: readonly string[],
): void {
  for (const { name, variable } of variables) {
    const replica = tf.tidy(() => {
      const [first, ...others] = valuesOn(devices, variable).map(bits);
      return 1 + others.findIndex((other) => tf.notEqual(first, other).any().dataSync()[0] !== 0);
    });
    if (replica > 0) throw driftedApart(name, nameOf(devices[0]), nameOf(devices[replica]));
  }
}

/** `CPU:1` of `/job:worker/replica:0/task:0/device:CPU:1`. */
const nameOf = (device: string): string => device.replace(/^.*device:/, "");

/** The error when a weight differs between replicas. */
export function driftedApart(name: string, here: string, there: string): Error {
  return new Error(
    `The weight ${name} differs between ${here} and ${there}: the replicas have drifted apart. Go on from the last ` +
      "checkpoint, and report this as a bug with the run's record.",
  );
}

function bits(tensor: tf.Tensor): tf.Tensor {
  if (tensor.dtype !== "float32") return tensor;
  return nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [tensor])[0];
}

/** A digest of each variable's bits, by the variable's name. */
export function digestsOf(variables: readonly { name: string; variable: tf.Variable }[]): Record<string, string> {
  const digests = variables.map(({ name, variable }) => {
    const bytes = bytesOf(variable.dataSync());
    return [name, createHash("sha256").update(bytes).digest("base64").slice(0, 12)];
  });
  return Object.fromEntries(digests) as Record<string, string>;
}
