import type { Environment, Package } from "../experiment/environment";
import type { RunRecord } from "../runs";
import { counted } from "../system/words";
import { facts, folded, heading, list, note, paragraph, type Part, type Section } from "./html";
import { moment, tally, type Material } from "./material";

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const ofEnvironment: [name: string, of: (each: Environment) => string | undefined][] = [
  ["Workbook", ({ workbook }) => `parallel-training ${workbook.version}`],
  [
    "Commit",
    ({ workbook: { commit, changed } }) =>
      commit === undefined ? "unknown: no git checkout" : commit + (changed?.length ? ", uncommitted changes" : ""),
  ],
  ["TensorFlow", ({ tensorflow: it }) => it && `${it.version} for ${it.device}, from ${it.from}`],
  ["Node", ({ node }) => node],
  ["Python of the notebooks", ({ python }) => python?.version],
  ["Slurm", ({ slurm }) => slurm],
  ["Runner's host", ({ machine }) => machine.host],
  ["Operating system", ({ machine }) => `${machine.system}, ${machine.architecture}`],
  ["Kernel", ({ machine }) => machine.kernel],
  ["Processor", ({ machine }) => `${machine.processor}, ${machine.cores} cores`],
  ["Memory", ({ machine }) => gibibytes(machine.memoryBytes)],
  ["GPUs", ({ machine }) => machine.gpus.join("; ") || "none"],
];

const ofRun: [name: string, of: (where: RunRecord["where"]) => string | number | undefined][] = [
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

/** What the runs were made with and on. */
export function environmentSection({ environments, late, results }: Material): Section {
  const runs = results.observations.map(({ run }) => run);
  return [
    "Environment",
    late &&
      note(
        "The runner has written no environment down: this is the one in which the report was made. Of the runs, their records tell what stands below.",
      ),
    environments.length > 1 &&
      note(`The environment has changed while the experiment went on: ${environments.length} are told apart below.`),
    facts([
      ["", ...environments.map(({ takenAt }) => `from ${moment(takenAt)} UTC`)],
      ...ofEnvironment.map(([name, of]): [string, ...(string | undefined)[]] => [name, ...environments.map(of)]),
    ]),
    environments.map((each) => changedFiles(each, late)),
    heading("What the runs' records say"),
    runs.length === 0 ? paragraph("No run has completed.") : recordParts(runs),
    heading("Network"),
    paragraph(networkInWords(results.journal.on)),
    heading("Packages"),
    environments.map((each, at) => [
      packagePart("npm", each, environments[at - 1], ({ npm }) => npm),
      packagePart("Python", each, environments[at - 1], ({ python }) => python?.packages),
    ]),
  ];
}

function changedFiles({ takenAt, workbook: { changed = [], changes } }: Environment, late: boolean): Part {
  if (changed.length === 0) return undefined;
  const files = counted(changed.length, "file");
  const lost = `the commit alone does not bring ${late ? "them" : "these runs"} back`;
  return [
    note(`Uncommitted changes in ${files} (from ${moment(takenAt)} UTC): ${lost}.`),
    folded(`The ${files}`, [list(changed), changes && paragraph(`SHA-256 of the differences: ${changes}`)]),
  ];
}

function recordParts(runs: readonly RunRecord[]): Part {
  const rows = ofRun.map(([name, of]): [string, string] => {
    const found = tally(runs.flatMap(({ where }) => of(where) ?? []).map(String));
    return [name, found.map(([value, count]) => (found.length > 1 ? `${value} (${count} runs)` : value)).join("; ")];
  });
  const commits = tally(runs.map(({ where }) => where.commit ?? "unknown")).length;
  const [begun] = runs.map(({ startedAt }) => startedAt).sort();
  return [
    commits > 1 &&
      note(
        `The runs were made with ${commits} commits: times before and after a change of the program may differ by it.`,
      ),
    facts([
      ...rows,
      ["Slurm jobs", runs.flatMap(({ where }) => where.slurmJobId ?? []).join(", ")],
      ["First run begun", `${moment(begun)} UTC`],
    ]),
  ];
}

function networkInWords({ kind, rate = "none" }: Material["results"]["journal"]["on"]): string {
  if (kind === "loopback") return "Processes of one machine, which talk through its loopback: no network between them.";
  if (kind === "slurm") return "The Slurm cluster's own; its kind and rate are not known to the workbook.";
  const links = rate === "none" ? "links that are not shaped" : `a link of ${rate} for each node`;
  return `The local cluster: nodes are namespaces of one machine, joined by a switch, with ${links}.`;
}

/** All packages of the first environment, and of a later one what is different. */
function packagePart(
  kind: string,
  now: Environment,
  before: Environment | undefined,
  of: (each: Environment) => Package[] | undefined,
): Part {
  const [here, there] = [now, before].map((each) => each && of(each)?.map(({ name, version }) => `${name} ${version}`));
  if (!here) return undefined;
  if (!there) return folded(counted(here.length, `${kind} package`), paragraph(here.join(", ")));
  const differences = [
    ...here.filter((line) => !there.includes(line)).map((line) => `with ${line}`),
    ...there.filter((line) => !here.includes(line)).map((line) => `without ${line}`),
  ];
  const since = `The ${kind} packages from ${moment(now.takenAt)} UTC`;
  return paragraph(differences.length === 0 ? `${since} are the same.` : `${since}: ${differences.join(", ")}.`);
}
