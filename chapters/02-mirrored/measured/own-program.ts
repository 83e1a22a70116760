import type { RunRecord } from "../../../lib/runs";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { lossDifferences, lossesOf } from "../../../lib/checks/measured/losses";
import { checkOwn, ownValue, runOf, type Needed } from "../../../lib/checks/measured/own-check";
import { recordAmong, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** The student's program, compared with the lesson's. */
export interface OwnProgramResults {
  replicas: number;
  learningRate: number;
  /** The largest difference of the two losses in a step of epoch 1, as a share of the lesson's. */
  apart: number;
}

/** How far losses of two equal trainings may be apart: additions in another order change the last digits, and later ones more. */
const TOLERANCE = 0.02;
/** The lesson's run with the same arguments: here, and on a cluster. */
const references = ["results/2-devices-batch-32.json", "results/cluster-own-reference.json"];

/**
 * Checks what a student found about the run of the own program: its replicas, its learning rate, and its losses beside those of
 * the lesson's program, which must agree.
 * @param records `results/own-mirrored.json`, and the lesson's run to compare with.
 */
export function checkOwnMirrored(results: () => OwnProgramResults, records: OwnRecords): Check {
  const two: AskedFor = {
    device: "cpu",
    ...{ model: "resnet50v2", imageSize: 32, globalBatchSize: 32, trainImages: 320 },
    ...{ strategy: "mirrored", replicas: 2 },
  };
  const own: Needed = {
    record: recordAmong(records, "results/own-mirrored.json"),
    asked: { ...two, program: "own-mirrored", learningRate: 0.02 },
  };
  const file =
    references.find((name) => records.some((record) => record.file === name && !record.isMissing)) ?? references[0];
  const lesson: Needed = { record: recordAmong(records, file), asked: { ...two, program: "02-mirrored/train" } };
  return checkOwn("Turn lesson 1's program into this one", results, [
    { what: "replicas of your run", part: "replicas", from: [own], right: () => [runOf(own).configuration.replicas] },
    ownValue("its learning rate", "learningRate", [own], {
      right: () => [runOf(own).configuration.learningRate],
      slips: () => [[0.01, "That is the rate for one device."]],
    }),
    ownValue("the largest difference of the losses", "apart", [own, lesson], {
      right: () => [agreeing(runOf(own), runOf(lesson))],
      slips: () => [
        [100 * apart(runOf(own), runOf(lesson)), "Give a share, and no percent."],
        [mostApart(runOf(own), runOf(lesson)), "That is a difference: divide it by the lesson's loss."],
      ],
    }),
  ]);
}

/** The losses of epoch 1, of the student's run and of the lesson's. */
const lossesOfFirst = (...runs: RunRecord[]): number[][] =>
  runs.map(({ epochs: [first] }) => lossesOf({ epochs: [first] }));

function apart(...runs: [own: RunRecord, lesson: RunRecord]): number {
  const [own, lesson] = lossesOfFirst(...runs);
  return Math.max(...lossDifferences(own, lesson));
}

function mostApart(...runs: [own: RunRecord, lesson: RunRecord]): number {
  const [own, lesson] = lossesOfFirst(...runs);
  return Math.max(...lossDifferences(own, lesson).map((share, step) => share * lesson[step]));
}

/** @throws one line when the losses do not agree: the program trains otherwise. */
function agreeing(own: RunRecord, lesson: RunRecord): number {
  const share = apart(own, lesson);
  if (share <= TOLERANCE) return share;
  throw new Error(
    `the losses differ by up to ${(100 * share).toFixed(1)} %: both programs must have the same network, images, batch and learning rate`,
  );
}
