import { createHash } from "node:crypto";
import { bytesOf, nativeOp, tf, type Mirrors } from "../tensorflow";

/** A variable that has not the same bits everywhere, and the first replica where it differs from replica 0. */
interface Unlike {
  name: string;
  replica: number;
}

/** Compares variables between replicas, bit by bit, so that two NaN of the same bits are equal and 0 and -0 are not. */
function firstUnlike(
  variables: readonly { name: string; variable: tf.Variable }[],
  mirrors: Mirrors,
): Unlike | undefined {
  for (const { name, variable } of variables) {
    const replica = tf.tidy(() => {
      const [first, ...others] = mirrors.values(variable).map(bits);
      const differs = others.findIndex((other) => tf.notEqual(first, other).any().dataSync()[0] !== 0);
      return differs + 1;
    });
    if (replica > 0) return { name, replica };
  }
  return undefined;
}

/**
 * Makes sure that variables have the same bits on all replicas of this process.
 * @param devices One a replica, for the message.
 * @throws one line that names the first variable that differs, and the devices.
 */
export function refuseUnlike(
  variables: readonly { name: string; variable: tf.Variable }[],
  mirrors: Mirrors,
  devices: readonly string[],
): void {
  const unlike = firstUnlike(variables, mirrors);
  if (unlike) throw driftedApart(unlike.name, devices[0], devices[unlike.replica]);
}

/** Says that a weight is not the same everywhere. */
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

/** What tells each variable's values from others: a digest of its bits. */
export function digestsOf(variables: readonly { name: string; variable: tf.Variable }[]): Record<string, string> {
  const digests = variables.map(({ name, variable }) => {
    const bytes = bytesOf(variable.dataSync());
    return [name, createHash("sha256").update(bytes).digest("base64").slice(0, 12)];
  });
  return Object.fromEntries(digests) as Record<string, string>;
}
