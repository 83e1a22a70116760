import type { RunRecord } from "../../../lib/runs/record";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { lossDifferences, lossesOf } from "../../../lib/checks/measured/losses";
import { checkOwn, ownValue, runOf, type Needed } from "../../../lib/checks/measured/own-check";
import { recordAmong, type OwnRecords } from "../../../lib/checks/measured/own-records";

const OWN = "results/own-deeper.json";
/** The lesson's own runs of ResNet152V2, with which a student's program can be compared: here, and by a job on a cluster. */
const REFERENCE = /^results\/(?:cluster-)?resnet152v2-\d+\.json$/;
/** By how much a loss may differ: devices add up gradients in an order that is not always the same. */
const TOLERANCE = 0.01;
/** The first two show the same weights, images and update; later ones may drift apart. */
const STEPS = 2;

/**
 * Checks a student's program for ResNet152V2 by its run, which must learn what the lesson's own program learned from the same
 * images with the same seed.
 * @param program gives the program's text.
 * @param records of the student's program, `results/own-deeper.json`, and of the lesson's own.
 */
export function checkDeeperProgram(program: () => string, records: OwnRecords): Check {
  const own = recordAmong(records, OWN);
  const lessons = records.filter(({ file, run }) => REFERENCE.test(file) && run !== undefined);
  const lesson =
    lessons.find(({ run }) => sameSizes(run, own.run)) ?? recordAmong(records, "results/resnet152v2-2.json");
  const from: Needed[] = [
    { record: lesson, asked: { program: "03-deeper-model/train", model: "resnet152v2" } },
    { record: own, asked: { ...like(lesson.run), program: "own-deeper", model: "resnet152v2" } },
  ];
  const text = (): string => {
    const given: unknown = program();
    if (typeof given !== "string") throw new Error("the function returns no text");
    return given;
  };
  const findings = (): object => {
    const found = trains(text());
    return {
      text: found,
      get losses() {
        if (found === NONE) throw new Error("no program has made this run");
        return comparison(from.map(runOf));
      },
    };
  };
  return checkOwn("Your own program", findings, [
    ownValue("the program", "text", [], {
      right: () => [TRAINS],
      slips: () => [[UNCHANGED, "It is lesson 2's program: which network does it train?"]],
    }),
    { what: `the losses of its first ${STEPS} steps`, part: "losses", from, right: () => [SAME] },
  ]);
}

const [TRAINS, UNCHANGED, NONE] = ["trains ResNet152V2", "trains ResNet50V2", "names no network"];
const SAME = "as the lesson's";

function trains(text: string): string {
  const code = text.replace(/\/\/.*|\/\*[^]*?\*\//g, "");
  if (/resnet152v2/i.test(code)) return TRAINS;
  return /resnet50v2/i.test(code) ? UNCHANGED : NONE;
}

function sameSizes(run: RunRecord | undefined, other: RunRecord | undefined): boolean {
  const [one, two] = [run?.configuration, other?.configuration];
  return (
    one?.globalBatchSize === two?.globalBatchSize &&
    one?.replicas === two?.replicas &&
    one?.imageSize === two?.imageSize
  );
}

/** The configuration that a run must have to be compared with another one. */
function like(run: RunRecord | undefined): AskedFor {
  if (run === undefined) return {};
  const { model, strategy, device, replicas, imageSize, globalBatchSize, trainImages, learningRate } =
    run.configuration;
  return { model, strategy, device, replicas, imageSize, globalBatchSize, trainImages, learningRate };
}

function comparison([lesson, own]: RunRecord[]): string {
  const furthest = Math.max(...lossDifferences(lossesOf(own), lossesOf(lesson), STEPS));
  return furthest <= TOLERANCE ? SAME : `off by ${(100 * furthest).toPrecision(2)} %`;
}
