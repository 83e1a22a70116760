import { isDeepStrictEqual } from "node:util";
import { hasCheckpoints, loadCheckpoint, newestState, OtherTraining, type TrainingState } from "./checkpoint";
import type { Position } from "./epoch";
import type { Progress } from "./progress";
import { keptSettings, withDefaults } from "../runs/fields";
import type { Configuration, RunRecord, Where } from "../runs/record";
import { RunLog } from "./run-log";
import type { StoredVariable } from "./tensor-file";
import { counted } from "../system/words";

/** Where and with what a run begins or resumes. */
interface Beginning {
  configuration: Configuration;
  where: Where;
  checkpoint?: string;
  resume: boolean;
  /** The record's file for a run's id. */
  file: (id: string) => string;
  variables: readonly StoredVariable[];
  /** See `digestOf`. */
  datasetDigest: string;
  progress: Progress;
}

/**
 * Makes sure that a run can begin, or with `resume` go on, before its model is laid on devices.
 * @throws one line when the checkpoint is of another training, or when a new run would replace existing checkpoints.
 */
export async function refuseBeginning(
  beginning: Pick<Beginning, "configuration" | "checkpoint" | "resume" | "datasetDigest">,
): Promise<void> {
  const { configuration, checkpoint, resume, datasetDigest } = beginning;
  if (!resume) {
    if (checkpoint === undefined || !(await hasCheckpoints(checkpoint))) return;
    throw new Error(`${checkpoint} holds checkpoints already: go on from them with --resume, or name another folder.`);
  }
  if (checkpoint === undefined)
    throw new Error("Resuming needs the folder of the checkpoints: name it with --checkpoint.");
  const state = await newestState(checkpoint);
  if (state) refuseOther(checkpoint, state, configuration, datasetDigest);
}

/**
 * Begins a run, or with `resume` continues from its newest checkpoint.
 * @throws one line when the checkpoint is of another training.
 */
export async function beginOrResume(beginning: Beginning): Promise<{ log: RunLog; position: Position }> {
  const { configuration, where, checkpoint, resume, file, variables, progress } = beginning;
  const begin = (): { log: RunLog; position: Position } => ({
    log: RunLog.start(file, where, configuration),
    position: { epoch: 1, stepInEpoch: 0, globalStep: 0 },
  });
  if (!resume || checkpoint === undefined) return begin();
  const accept = (state: TrainingState): void => refuseOther(checkpoint, state, configuration, beginning.datasetDigest);
  const state = await loadCheckpoint(checkpoint, variables, accept, progress.say.bind(progress));
  if (!state) {
    progress.say(`There is no checkpoint in ${checkpoint} yet: beginning with epoch 1.`);
    return begin();
  }
  const { epoch, stepInEpoch, globalStep, record } = state;
  progress.say(
    `Going on from ${checkpoint}: epoch ${epoch} after ${counted(stepInEpoch, "step")} (${globalStep} in all).`,
  );
  const kept = isDeepStrictEqual(placementOf(record), placementOf({ configuration, where }))
    ? record
    : { ...record, deviceMemory: undefined, sentBytes: undefined, devicePeakBytes: undefined };
  const log = RunLog.resume(file(record.id), { ...kept, configuration }, where, { epoch, step: stepInEpoch });
  return { log, position: { epoch, stepInEpoch, globalStep } };
}

/** What decides how much each device holds and sends. */
const placementOf = ({ configuration, where }: Pick<RunRecord, "configuration" | "where">) => {
  const { strategy, replicas, sharding, checkpointActivations } = withDefaults(configuration);
  return { strategy, replicas, sharding, checkpointActivations, devices: where.devices };
};

type Value = string | number | boolean | undefined;

const inWords = (value: Value = "none"): string => String(value);

/** What checkpoints of version 0.1.0 do not say. */
const notInOlder: (keyof Configuration)[] = ["schedule", "scheduleSteps", "leastRate", "epsilon"];

function refuseOther(folder: string, state: TrainingState, now: Configuration, dataset: string): void {
  const before = withDefaults(state.record.configuration);
  const here = withDefaults(now);
  // A checkpoint has whole weights, which any mesh can load.
  const free: (keyof Configuration)[] = before.sharding || here.sharding ? ["strategy", "replicas"] : [];
  if (before.schedule === undefined) free.push(...notInOlder);
  const differences = keptSettings
    .filter(({ key }) => before[key] !== here[key] && !free.includes(key))
    .map(({ key, name }) => `${name} ${inWords(before[key] as Value)} there, ${inWords(here[key] as Value)} here`);
  if (differences.length === 0 && state.dataset !== dataset) differences.push("other images under the same name");
  if (differences.length === 0) return;
  const remedy = "Train as it was, or name another folder.";
  throw new OtherTraining(`The checkpoint in ${folder} is of another training: ${differences.join("; ")}. ${remedy}`);
}
