import { createHash } from "node:crypto";
import { bytesOf, nativeOp, tf, valuesOn } from "../tensorflow/engine";
import type { Description, Team } from "./team";

/** A variable of which devices have copies. */
export interface Copied {
  name: string;
  variable: tf.Variable;
  /**
   * For each of this process's devices what its value is a copy of: devices with equal words have copies of each other, in all processes;
   * a device without one has no value. Default: all have copies of the same.
   */
  groups?: readonly (string | undefined)[];
}

/**
 * Makes sure that copies have the same bits on all devices. Two NaN of the same bits are equal; 0 and -0 are not.
 * @param devices This process's.
 * @param team The processes whose devices have copies, where there are several.
 * @throws one line that names the first variable that differs, and the devices or tasks.
 */
export function refuseUnlike(variables: readonly Copied[], devices: readonly string[], team?: Team): void {
  const digests: Record<string, string> = {};
  for (const { name, variable, groups = devices.map(() => "") } of variables) {
    for (const group of new Set(groups)) {
      if (group === undefined) continue;
      const having = devices.filter((_, index) => groups[index] === group);
      tf.tidy(() => {
        const [first, ...others] = valuesOn(having, variable);
        const unlike = others.findIndex((other) => tf.notEqual(bits(first), bits(other)).any().dataSync()[0] !== 0);
        if (unlike >= 0) throw driftedApart(name, nameOf(having[0]), nameOf(having[1 + unlike]));
        if (team) digests[group === "" ? name : `${name} (${group})`] = digestOf(first);
      });
    }
  }
  if (team) refuseUnlikeTasks(team.exchange(digests));
}

/** Compares what several tasks have copies of. @param digests Of each task. */
function refuseUnlikeTasks(digests: readonly Description[]): void {
  const known = new Map<string, { task: number; digest: Description[string] }>();
  digests.forEach((own, task) => {
    for (const [name, digest] of Object.entries(own)) {
      const before = known.get(name) ?? { task, digest };
      if (before.digest !== digest) throw driftedApart(name, `task ${before.task}`, `task ${task}`);
      known.set(name, before);
    }
  });
}

/** `CPU:1` of `/job:worker/replica:0/task:0/device:CPU:1`. */
const nameOf = (device: string): string => device.replace(/^.*device:/, "");

/** The error when a weight differs between copies. */
function driftedApart(name: string, here: string, there: string): Error {
  return new Error(
    `The weight ${name} differs between ${here} and ${there}: the copies have drifted apart. Go on from the last ` +
      "checkpoint, and report this as a bug with the run's record.",
  );
}

function bits(tensor: tf.Tensor): tf.Tensor {
  if (tensor.dtype !== "float32") return tensor;
  return nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [tensor])[0];
}

const digestOf = (tensor: tf.Tensor): string =>
  createHash("sha256").update(bytesOf(tensor.dataSync())).digest("base64").slice(0, 12);
