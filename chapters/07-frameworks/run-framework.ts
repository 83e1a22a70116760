import { wholeNumber } from "../../datasets/dataset";
import { contenderNamed, contenders, OURS } from "../../lib/frameworks/contenders";
import { environmentOf } from "../../lib/frameworks/environment";
import { runWorkers, type ArgumentValues } from "../../lib/jobs";
import type { RunRecord } from "../../lib/runs";
import type { FrameworkRun } from "./frameworks";
import { ownCores } from "../../lib/system/cores";
import { counted } from "../../lib/system/words";
import { keptOrCurrent } from "../../lib/cells/at-hand";
import { standInOnNodes } from "../../lib/cells/run-on-nodes";
import { keepOnce } from "../../lib/cells/run-once";

/** A training of lesson 7, whose processes have a core each. */
export interface FrameworkMeasurement {
  framework: string;
  processes: number;
  /** Also the seed. */
  replicate: number;
  /** Of the program, beside these: its sizes. */
  arguments: ArgumentValues;
  /** The file for the run's record, relative to the notebook. */
  record: string;
  /** Measures again even where there is a record. */
  again?: boolean;
}

/**
 * The frameworks that this machine can train in, this engine first. They are kept beside the notebook's records for grading. A line
 * says why a framework is left out.
 * @param wanted Of these, in this order. Default: all that the workbook knows.
 * @throws one line that lists the names, when there is no such framework.
 */
export async function frameworksAtHand(wanted = contenders.map(({ name }) => name)): Promise<string[]> {
  const chosen = wanted.filter((name) => name !== OURS).map(contenderNamed);
  return keptOrCurrent("frameworks", async () => {
    const found = [OURS];
    for (const contender of chosen) {
      try {
        await environmentOf(contender);
        found.push(contender.name);
      } catch (error) {
        console.log(`Without ${contender.name}: ${(error as Error).message}`);
      }
    }
    return found;
  });
}

/**
 * Trains in a framework on this machine, or returns the kept record as `runOnce` does. Each process has a thread and a core of its own,
 * so that a second process adds a core.
 * @throws one line when there is no such framework, when there are too few cores, or with the program's own reason.
 */
export async function runFramework({ framework, processes, replicate, ...measurement }: FrameworkMeasurement): Promise<FrameworkRun> {
  const { record, again } = measurement;
  if (framework !== OURS) contenderNamed(framework);
  wholeNumber("processes", processes);
  wholeNumber("replicate", replicate, 0, 2 ** 31 - 1);
  const values = { ...measurement.arguments, framework, seed: replicate };
  const run = await keepOnce(
    { arguments: { ...values, nodes: processes }, record, again },
    {
      measure: () => onCores({ ...values, threads: 1 }, processes, record),
      standIn: () => standInOnNodes(values, processes),
    },
  );
  return { framework, processes, replicate, ...learnedIn(run) };
} // prettier-ignore

async function onCores(values: ArgumentValues, processes: number, record: string): Promise<void> {
  const cores = ownCores();
  if (cores.length < processes) {
    const here = counted(cores.length, "core", "cores");
    throw new Error(`${processes} processes need a core each, and there ${cores.length === 1 ? "is" : "are"} ${here} here: take fewer processes.`);
  }
  const environment = { WORKBOOK_RECORD: record };
  await runWorkers("07-frameworks/train", values, { workers: processes, environment, cores: cores.slice(0, processes) });
} // prettier-ignore

/** What a comparison looks at. */
function learnedIn({ configuration, epochs }: RunRecord): Pick<FrameworkRun, "localBatch" | "epochs"> {
  return {
    localBatch: configuration.localBatchSize,
    epochs: epochs.map(({ steps, accuracy, validation }) => ({
      seconds: steps.end[steps.end.length - 1] - steps.start[0],
      images: steps.images.reduce((sum, each) => sum + each, 0),
      accuracy,
      testAccuracy: validation?.accuracy ?? NaN,
    })),
  };
}
