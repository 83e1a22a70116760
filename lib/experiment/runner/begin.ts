import { datasetAtHand } from "../../../datasets/at-hand";
import { checkFrameworkArguments } from "../../frameworks/arguments"; // without the rest, which loads TensorFlow
import { programFile, type ArgumentValues, type NodesAtHand } from "../../jobs";
import { clusterNodes, currentNodes } from "../../jobs/nodes-at-hand";
import { argumentsOfRun, fullFactorial, levelsInWords, nodesOfLevels, plannedRuns, type Design } from "../design";
import { refuseChanges } from "./changes";
import { newJournal, readJournal, type Journal } from "./journal";

/** The datasets of a design that uses local images without a download, or made-up ones where there are none. */
const atHand = new Map<unknown, "tinyimagenet" | "cifar10">([
  ["at hand", "tinyimagenet"],
  ["cifar10 at hand", "cifar10"],
]);

/** Where to run: `slurm` is the local cluster or this machine's cluster, `local` is processes on this machine. */
export type Place = "slurm" | "local";

/**
 * Makes the journal of a new experiment, without writing it.
 * @throws one line when it cannot run here: no such program, arguments that it refuses, too few nodes, or GPUs without Slurm.
 */
export async function begin(design: Design, place?: Place): Promise<Journal> {
  programFile(design.program);
  const wanted = atHand.get(design.arguments.dataset);
  const dataset = wanted === undefined ? undefined : await datasetAtHand(wanted);
  refuseArguments(design, dataset === undefined ? {} : { dataset });
  const available = await placeAtHand(place);
  const most = Math.max(...plannedRuns(design).map(({ levels }) => nodesOfLevels(levels)));
  if (available.kind !== "loopback" && most > available.nodes) {
    throw new Error(
      `The design ${design.name} has runs on ${most} nodes, and this cluster has ${available.nodes}: leave the level out.`,
    );
  }
  if (available.kind === "loopback" && (design.resources.gpus ?? 0) > 0) {
    throw new Error(
      `The design ${design.name} asks for nodes with ${design.resources.gpus} GPU each, which only Slurm can give: run it on ` +
        "a cluster, or take the design quick.",
    );
  }
  const journal = newJournal(design, {
    kind: available.kind,
    ...(available.rate === undefined ? {} : { rate: available.rate }),
  });
  return dataset === undefined ? journal : { ...journal, dataset };
}

/** Refuses arguments before the first run, where it is known without starting the program that it refuses them. */
function refuseArguments(design: Design, also: ArgumentValues): void {
  for (const levels of fullFactorial(design)) {
    try {
      checkFrameworkArguments(design.program, { ...argumentsOfRun(design, { levels, replicate: 1 }), ...also });
    } catch (error) {
      throw new Error(
        `The design ${design.name} has a wrong run (${levelsInWords(levels)}): ${(error as Error).message}`,
      );
    }
  }
}

/**
 * Makes the journal for resuming an experiment, with the additional runs of its design.
 * @throws one line when it has not begun, its design has changed, or it began on another network.
 */
export async function goOn(design: Design, folder: string): Promise<Journal> {
  const journal = await readJournal(folder);
  if (!journal)
    throw new Error(`The experiment ${design.name} has not begun: \`./workbook experiment run\` begins it.`);
  refuseChanges(design, journal);
  const available = await placeAtHand(journal.on.kind === "loopback" ? "local" : "slurm");
  if (available.kind !== journal.on.kind || available.rate !== journal.on.rate) {
    throw new Error(
      `The experiment ${design.name} began on ${placeText(journal.on)}, and this is ${placeText(available)}: go on there, since times of ` +
        "two networks are not one experiment.",
    );
  }
  const more = plannedRuns(design).slice(journal.runs.length);
  const { replicates, attempts, response, resources } = design;
  return {
    ...journal,
    design: { ...journal.design, replicates, attempts, response, resources: { ...resources } },
    runs: [...journal.runs, ...more.map((run) => ({ ...run, attempts: [] }))],
  };
}

async function placeAtHand(place?: Place): Promise<NodesAtHand> {
  if (place === "local") return { kind: "loopback", nodes: Infinity };
  if (place === undefined) return currentNodes();
  const cluster = await clusterNodes();
  if (cluster) return cluster;
  throw new Error(
    "There is no Slurm here: load its module, go to a login node, or start a small cluster by `./workbook cluster up`.",
  );
}

const names = { slurm: "a Slurm cluster", "local-cluster": "the local cluster", loopback: "processes of one machine" };

function placeText({ kind, rate }: Journal["on"]): string {
  return rate === undefined ? names[kind] : `${names[kind]} with ${rate} links`;
}
