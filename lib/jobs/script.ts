import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quoted } from "../system/words";
import { workbookRoot } from "../system/workbook";
import { beforeContainer, contained, inContainer } from "./container";
import { checked } from "../system/checked-json";
import { printable } from "../system/printable";
import { jobSchema, type Job } from "./job";
import type { Site } from "./site";
import { slurmTime } from "../slurm/time";

/** The workbook's and the data's folders on the nodes, as the script writes them: quoted where they need it. */
interface Places {
  workbook: string;
  dataFolder: string;
  /** The folder for the files that jobs print to. */
  outputs: string;
}

/** The folder of jobs' folders and outputs, below the one from which a job is submitted. */
export const jobsFolder = join("results", "jobs");

/**
 * Makes the script of a job for a site, from slurm/job.sh.template.
 * @throws one line where a part of the job would be more in the script than the word that it is.
 */
export function jobScript(given: Job, site: Site, places: Places): string {
  const job = checked(given, jobSchema, (wrong) => new Error(`This is no job for a script: ${printable(wrong)}.`));
  const template = readFileSync(join(workbookRoot, "slurm", "job.sh.template"), "utf8");
  const parts: Record<string, string> = {
    title: job.title,
    directives: directives(job, site, places)
      .map((option) => `#SBATCH ${option}`)
      .join("\n"),
    workbook: site.container.image === "" ? places.workbook : inContainer,
    restarts: String(job.restarts),
    beginning: job.once || job.claimed ? beginOnce : "",
    environment: environment(job, site, places).join("\n"),
    command: command(job, site).join(" \\\n  "),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]);
}

// Only one process succeeds in making the link, on any file system, and the link never exists without the name in it. So this
// also works when the process that submitted the job was killed before it knew the job's number.
const beginOnce = `
# The first to make this link decides: this job, which begins, or somebody who has lost sight of it and tries anew.
ln -s "$SLURM_JOB_ID" "$job/started" || { [ -L "$job/started" ] && note "not wanted any more" && exit 0; exit 1; }
`;

function directives(job: Job, site: Site, { outputs }: Places): string[] {
  const device = job.gpusPerNode > 0 ? "gpu" : "cpu";
  const excluded = [site.excludedNodes, job.exclude].filter((nodes) => nodes !== "").join(",");
  return [
    `--job-name=${job.name}`,
    ...unlessEmpty("--account", site.account),
    ...unlessEmpty("--partition", site.partition[device]),
    ...unlessEmpty("--qos", site.qos[device]),
    `--nodes=${job.nodes}`,
    "--ntasks-per-node=1",
    `--cpus-per-task=${job.cpusPerNode}`,
    ...(device === "gpu" ? [`--gres=${site.gpu}:${job.gpusPerNode}`] : []),
    ...(site.requestMemory ? [`--mem=${job.memory}G`] : []),
    `--time=${slurmTime(job.minutes)}`,
    `--signal=B:USR2@${warningSeconds(job.minutes)}`,
    ...unlessEmpty("--exclude", excluded),
    ...(job.once ? ["--exclusive"] : []),
    job.restarts > 0 ? "--requeue" : "--no-requeue",
    "--open-mode=append",
    `--output=${outputPattern(outputs)}`,
    ...site.sbatch,
  ];
}

/** The pattern of an output's file, as a word of an #SBATCH line, where `%` and quotes have a meaning. */
function outputPattern(folder: string): string {
  if (/["'\\\p{Cc}]/u.test(folder)) {
    throw new Error(
      `Slurm cannot write a job's output into ${printable(folder)}: name a folder without quotes, backslashes and line breaks.`,
    );
  }
  const pattern = join(folder.replaceAll("%", "%%"), "%x-%j.txt");
  return quoted(pattern) === pattern ? pattern : `"${pattern}"`;
}

const unlessEmpty = (option: string, value: string): string[] => (value === "" ? [] : [`${option}=${value}`]);

/** How many seconds before its time limit a job gets a signal: two minutes, and less for a short job. */
function warningSeconds(minutes: number): number {
  return Math.min(120, Math.floor(15 * minutes));
}

// TensorFlow's wheel has few kernels for the newest GPUs: the driver compiles the others, for minutes, and keeps them in its cache.
// Its usual size is too small for all of TensorFlow's, so that they would be compiled again in every job.
const kernelCache = [
  'export CUDA_CACHE_PATH="${CUDA_CACHE_PATH:-${XDG_CACHE_HOME:-$HOME/.cache}/parallel-training/cuda}"',
  "export CUDA_CACHE_MAXSIZE=${CUDA_CACHE_MAXSIZE:-4294967296} # bytes of compiled GPU kernels, kept for the next job",
  'mkdir -p "$CUDA_CACHE_PATH"',
];

function environment(job: Job, site: Site, { dataFolder }: Places): string[] {
  return [
    ...(job.claimed ? ["export HOME=~ # root's sbatch, for somebody else, tells no home"] : []),
    ...(site.modules.length > 0 ? [`module load ${site.modules.map(quoted).join(" ")}`] : []),
    `export WORKBOOK_RECORD=$job/run.json${job.once ? "" : " WORKBOOK_CHECKPOINT=$job/checkpoint"}`,
    ...(job.checkpointEvery === undefined ? [] : [`export WORKBOOK_CHECKPOINT_EVERY=${quoted(job.checkpointEvery)}`]),
    `export WORKBOOK_DATA_DIR=${dataFolder}`,
    "export WORKBOOK_OFFLINE=1 # nodes may have no internet: nothing is downloaded in a job",
    ...beforeContainer(site),
    ...(job.gpusPerNode > 0 ? kernelCache : []),
    ...(job.preset === undefined ? [] : [`export WORKBOOK_PRESET=${job.preset}`]),
    ...(site.networkInterface === "" ? [] : [`export WORKBOOK_NETWORK_INTERFACE=${quoted(site.networkInterface)}`]),
    ...Object.entries(site.environment).map(([name, value]) => `export ${name}=${quoted(value)}`),
  ];
}

function command({ program, gpusPerNode, once, arguments: words, checkpointEvery }: Job, site: Site): string[] {
  const training = [`node "$workbook/workbook" run ${quoted(program)}`, ...pairs(words.map(quoted))];
  if (site.container.image === "") return training;
  return contained(training, site, { gpus: gpusPerNode > 0, checkpoints: !once, checkpointEvery });
}

/** Joins each flag with its value, for a script with readable lines. */
function pairs(words: string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    if (word.startsWith("--") || lines.length === 0 || lines[lines.length - 1].includes(" ")) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}
