import type { RunRecord } from "../../../lib/runs/record";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { largestDifference, lossesOf } from "../../../lib/checks/measured/losses";
import { checkOwn, neededAt, ownValue, runOf, type Needed } from "../../../lib/checks/measured/own-check";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** What a student measured of a GPT that devices share. */
export interface MeshResults {
  /** Bytes that a device sends along `tensor` in a step, on two devices. */
  tensorBytes: number;
  /** What the first of these two devices holds between steps, as a share of what one device alone holds. */
  atRest: number;
  /** The largest relative difference between the losses of eight devices and those of one. */
  apart: number;
}

type Axes = Record<string, number>;

/**
 * Checks what a student measured with a GPT on meshes, here or on a cluster: where the newest record is from.
 * @param records `results/mesh-NAME.json`, with `cluster-` before a job's: `one`, `tensor-2` and `cube`.
 */
export function checkOwnMeshes(results: () => MeshResults, records: OwnRecords): Check {
  const { onCluster } = newest(records);
  const [one, two, cube] = ["one", "tensor-2", "cube"].map((name) =>
    neededAt(records, { onCluster }, `mesh-${name}`, onCluster ? { program } : here),
  );
  return checkOwn("What you measured with meshes", results, [
    ownValue("bytes that a device sends along tensor, on two devices", "tensorBytes", [two], {
      unit: "bytes",
      right: () => [sentOf(two)],
      slips: () => [
        [2 * sentOf(two), "That is what both devices send together."],
        [sentOf(two) / 1e6, "Give bytes, and no megabytes."],
      ],
    }),
    ownValue("what the first of two devices holds at rest, as a share of what one alone holds", "atRest", [one, two], {
      right: () => [atRestOf(two) / atRestOf(one)],
      slips: () => [
        [atRestOf(one) / atRestOf(two), "Upside down: one device's bytes belong below."],
        [(2 * atRestOf(two)) / atRestOf(one), "That is what both devices hold together: take the first one."],
        [0.5, "Half would be ideal, but not everything is cut: what did you measure?"],
        [(100 * atRestOf(two)) / atRestOf(one), "Give a share, and no percent."],
      ],
    }),
    ownValue(
      "the largest relative difference between the losses of eight devices and those of one",
      "apart",
      [one, cube],
      {
        right: () => [apartOf(one, cube)],
        slips: () => [
          [100 * apartOf(one, cube), "Give a share, and no percent."],
          [
            Math.max(...lossesOf(runOf(one)).map((loss, step) => Math.abs(lossesOf(runOf(cube))[step] - loss))),
            "That is a difference: divide it by the loss of one device.",
          ],
        ],
      },
    ),
  ]);
}

const program = "09-model-parallel/train";
const here: AskedFor = {
  ...{ program, model: "gpt-1m", dataset: "synthetic", context: 128, globalBatchSize: 8 },
  ...{ imagesPerEpoch: 80, epochs: 1 },
};

/** The run, on the mesh that the lesson's cell asks for. @throws one line when it had another one. */
function onMesh(need: Needed, axes: Axes): RunRecord {
  const run = runOf(need);
  const { mesh = {} } = run.configuration.sharding ?? {};
  const wrong = ["data", "stage", "tensor"].find((axis) => (mesh[axis] ?? 1) !== (axes[axis] ?? 1));
  if (wrong === undefined) return run;
  throw new Error(
    `${need.record.file} has ${mesh[wrong] ?? 1} devices along ${wrong}, and the lesson's cell asks for ${axes[wrong] ?? 1}`,
  );
}

const sentOf = (two: Needed): number => first(onMesh(two, { tensor: 2 }).sentBytes?.tensor, two, "sent bytes");

function atRestOf(need: Needed): number {
  return first(runOf(need).deviceMemory?.atRest, need, "memory of devices");
}

function first(values: readonly number[] | undefined, { record }: Needed, what: string): number {
  if (values !== undefined && values.length > 0) return values[0];
  throw new Error(`${record.file} says nothing of ${what}: measure it with the lesson's program`);
}

const apartOf = (one: Needed, cube: Needed): number =>
  largestDifference(onMesh(cube, { data: 2, stage: 2, tensor: 2 }), onMesh(one, {}));
