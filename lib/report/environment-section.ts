import type { Environment, Package } from "../experiment/environment";
import type { RunRecord } from "../runs";
import { counted } from "../system/words";
import { factTable, folded, heading, list, notice, paragraph, type Part, type Section } from "./html";
import { utcText, occurrences, type Material } from "./material";

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const environmentFacts: [name: string, valueOf: (environment: Environment) => string | undefined][] = [
  ["Workbook", ({ workbook }) => `parallel-training ${workbook.version}`],
  [
    "Commit",
    ({ workbook: { commit, changed } }) =>
      commit === undefined ? "unknown: no git checkout" : commit + (changed?.length ? ", uncommitted changes" : ""),
  ],
  [
    "TensorFlow",
    ({ tensorflow }) => tensorflow && `${tensorflow.version} for ${tensorflow.device}, from ${tensorflow.from}`,
  ],
  ["Node", ({ node }) => node],
  ["Python of the notebooks", ({ python }) => python?.version],
  ["Slurm", ({ slurm }) => slurm],
  ["Runner's host", ({ machine }) => machine.host],
  ["Operating system", ({ machine }) => `${machine.system}, ${machine.architecture}`],
  ["Kernel", ({ machine }) => machine.kernel],
  ["Processor", ({ machine }) => `${machine.processor}, ${counted(machine.cores, "core")}`],
  ["Memory", ({ machine }) => gibibytes(machine.memoryBytes)],
  ["GPUs", ({ machine }) => machine.gpus.join("; ") || "none"],
];

const runFacts: [name: string, valueOf: (where: RunRecord["where"]) => string | number | undefined][] = [
  ["Commit", ({ commit }) => commit ?? "unknown"],
  ["TensorFlow", ({ tensorflow }) => tensorflow],
  ["Node", ({ node }) => node],
  ["Hosts", ({ hosts }) => hosts.join(", ")],
  ["Machines under the hosts", ({ machines }) => machines],
  ["Processor of the first host", ({ processor }) => processor],
  ["Cores of a process", ({ cores }) => cores],
  ["Memory of a process", ({ memoryBytes }) => gibibytes(memoryBytes)],
  ["Devices", ({ devices }) => devices.join(", ")],
];

/** The software and machines of the runs. */
export function environmentSection({ environments, late, results }: Material): Section {
  const runs = results.observations.map(({ run }) => run);
  return [
    "Environment",
    late &&
      notice(
        "The runner has written no environment down: this is the one in which the report was made. Of the runs, their records tell what stands below.",
      ),
    environments.length > 1 &&
      notice(`The environment has changed while the experiment went on: ${environments.length} are told apart below.`),
    factTable([
      ["", ...environments.map(({ takenAt }) => `from ${utcText(takenAt)} UTC`)],
      ...environmentFacts.map(([name, valueOf]) => [name, ...environments.map(valueOf)] as const),
    ]),
    environments.map((environment) => changedFiles(environment, late)),
    heading("What the runs' records say"),
    runs.length === 0 ? paragraph("No run has completed.") : recordParts(runs),
    heading("Network"),
    paragraph(networkInWords(results.journal.on)),
    heading("Packages"),
    environments.map((environment, index) => [
      packagePart("npm", environment, environments[index - 1], ({ npm }) => npm),
      packagePart("Python", environment, environments[index - 1], ({ python }) => python?.packages),
    ]),
  ];
}

function changedFiles({ takenAt, workbook: { changed = [], changes } }: Environment, late: boolean): Part {
  if (changed.length === 0) return undefined;
  const files = counted(changed.length, "file");
  const lost = `the commit alone does not bring ${late ? "them" : "these runs"} back`;
  return [
    notice(`Uncommitted changes in ${files} (from ${utcText(takenAt)} UTC): ${lost}.`),
    folded(`The ${files}`, [list(changed), changes && paragraph(`SHA-256 of the differences: ${changes}`)]),
  ];
}

function recordParts(runs: readonly RunRecord[]): Part {
  const rows = runFacts.map(([name, valueOf]): [string, string] => {
    const values = occurrences(runs.flatMap(({ where }) => valueOf(where) ?? []).map(String));
    return [name, values.map(([value, count]) => (values.length > 1 ? `${value} (${count} runs)` : value)).join("; ")];
  });
  const commits = occurrences(runs.map(({ where }) => where.commit ?? "unknown")).length;
  const [begun] = runs.map(({ startedAt }) => startedAt).sort();
  return [
    commits > 1 &&
      notice(
        `The runs were made with ${commits} commits: times before and after a change of the program may differ by it.`,
      ),
    factTable([
      ...rows,
      ["Model FLOPs utilization (MFU)", rangeOfMfu(runs)],
      ["Slurm jobs", runs.flatMap(({ where }) => where.slurmJobId ?? []).join(", ")],
      ["First run begun", `${utcText(begun)} UTC`],
    ]),
  ];
}

/** From the least to the most of the runs that know it. */
function rangeOfMfu(runs: readonly RunRecord[]): string | undefined {
  const percent = runs.flatMap(({ mfu }) => (mfu ? [100 * mfu.share] : []));
  if (percent.length === 0) return undefined;
  const [least, most] = [Math.min(...percent), Math.max(...percent)].map((share) => `${share.toPrecision(2)} %`);
  const of = percent.length < runs.length ? ` (${percent.length} of ${runs.length} runs)` : "";
  return (least === most ? least : `${least} to ${most}`) + of;
}

function networkInWords({ kind, rate = "none" }: Material["results"]["journal"]["on"]): string {
  if (kind === "loopback") return "Processes of one machine, which talk through its loopback: no network between them.";
  if (kind === "slurm") return "The Slurm cluster's own; its kind and rate are not known to the workbook.";
  const links = rate === "none" ? "links that are not shaped" : `a link of ${rate} for each node`;
  return `The local cluster: nodes are namespaces of one machine, joined by a switch, with ${links}.`;
}

/** All packages of the first environment; of a later one the differences. */
function packagePart(
  kind: string,
  now: Environment,
  before: Environment | undefined,
  packagesOf: (environment: Environment) => Package[] | undefined,
): Part {
  const [current, earlier] = [now, before].map(
    (environment) => environment && packagesOf(environment)?.map(({ name, version }) => `${name} ${version}`),
  );
  if (!current) return undefined;
  if (!earlier) return folded(counted(current.length, `${kind} package`), paragraph(current.join(", ")));
  const differences = [
    ...current.filter((line) => !earlier.includes(line)).map((line) => `with ${line}`),
    ...earlier.filter((line) => !current.includes(line)).map((line) => `without ${line}`),
  ];
  const since = `The ${kind} packages from ${utcText(now.takenAt)} UTC`;
  return paragraph(differences.length === 0 ? `${since} are the same.` : `${since}: ${differences.join(", ")}.`);
}
