import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";
import type { Job } from "./job";
import type { Site } from "./site";
import { slurmTime } from "../slurm/time";

/** Where the workbook is on the nodes, and its data: paths as the script writes them, quoted where they need it. */
export interface Places {
  workbook: string;
  dataFolder: string;
  /** What jobs print goes into this folder. */
  outputs: string;
}

/** Where a container holds the workbook (slurm/parallel-training.def). */
const inContainer = "/opt/parallel-training";

/** Jobs' folders and outputs, in the folder that a job is submitted from. */
export const jobsFolder = join("results", "jobs");

/** The script of a job for a site, from slurm/job.sh.template. */
export function jobScript(job: Job, site: Site, places: Places): string {
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

// Also when the one who submitted it was killed before knowing its number. A link is made once, whoever tries, on any file
// system, and never without the name that it holds.
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
    `--output=${join(outputs, "%x-%j.txt")}`,
    ...site.sbatch,
  ];
}

const unlessEmpty = (option: string, value: string): string[] => (value === "" ? [] : [`${option}=${value}`]);

/** How long before its end a job is told: two minutes, and less where it is short. */
function warningSeconds(minutes: number): number {
  return Math.min(120, Math.floor(15 * minutes));
}

function environment(job: Job, site: Site, { dataFolder }: Places): string[] {
  return [
    ...(site.modules.length > 0 ? [`module load ${site.modules.map(quoted).join(" ")}`] : []),
    `export WORKBOOK_RECORD=$job/run.json${job.once ? "" : " WORKBOOK_CHECKPOINT=$job/checkpoint"}`,
    `export WORKBOOK_DATA_DIR=${dataFolder}`,
    "export WORKBOOK_OFFLINE=1 # nodes may have no internet: nothing is downloaded in a job",
    ...(job.preset === undefined ? [] : [`export WORKBOOK_PRESET=${job.preset}`]),
    ...(site.networkInterface === "" ? [] : [`export WORKBOOK_NETWORK_INTERFACE=${quoted(site.networkInterface)}`]),
    ...Object.entries(site.environment).map(([name, value]) => `export ${name}=${quoted(value)}`),
  ];
}

function command({ program, gpusPerNode, arguments: words }: Job, { container }: Site): string[] {
  const training = [`node "$workbook/workbook" run ${program}`, ...pairs(words.map(quoted))];
  if (container.image === "") return training;
  const gpus = gpusPerNode > 0 ? " --nv" : "";
  // In quotes that let variables be: $HOME/workbook.sif.
  return [`${container.command}${gpus} --bind "$job,$WORKBOOK_DATA_DIR"`, `"${container.image}"`, ...training];
}

/** Each flag with its value, for lines that can be read. */
function pairs(words: string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    if (word.startsWith("--") || lines.length === 0 || lines[lines.length - 1].includes(" ")) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}

/** A word as a shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
