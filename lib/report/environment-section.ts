import type { Environment, Package } from "../experiment/environment";
import { facts, folded, heading, list, note, paragraph, type Section } from "./html";
import { counted, moment, type Material } from "./material";

/** What the runs were made with and on. */
export function environmentSection(material: Material): Section {
  const { environments, late, results } = material;
  const parts = [
    ...(late
      ? [
          note(
            "The runner has written no environment down: this is the one in which the report was made. Of the runs, their records tell what stands below.",
          ),
        ]
      : []),
    ...(environments.length > 1
      ? [note(`The environment has changed while the experiment went on: ${environments.length} are told apart below.`)]
      : []),
    facts([["", ...environments.map(({ takenAt }) => `from ${moment(takenAt) ?? ""} UTC`)], ...factRows(environments)]),
    ...changedFiles(environments, late),
    heading("What the runs' records say"),
    ...recordParts(material),
    heading("Network"),
    paragraph(networkInWords(results.journal.on)),
    heading("Packages"),
    ...environments.flatMap((each, at) => packageParts(each, environments[at - 1])),
  ];
  return { id: "environment", title: "Environment", parts };
}

function factRows(all: readonly Environment[]): [string, ...(string | undefined)[]][] {
  const row = (name: string, of: (each: Environment) => string | undefined): [string, ...(string | undefined)[]] => [
    name,
    ...all.map(of),
  ];
  return [
    row("Workbook", ({ workbook }) => `parallel-training ${workbook.version}`),
    row("Commit", ({ workbook: { commit, changed = [] } }) =>
      commit === undefined ? "unknown: no git checkout" : commit + (changed.length > 0 ? ", uncommitted changes" : ""),
    ),
    row("TensorFlow", ({ tensorflow }) =>
      tensorflow ? `${tensorflow.version} for ${tensorflow.device}, from ${tensorflow.from}` : undefined,
    ),
    row("Node", ({ node }) => node),
    row("Python of the notebooks", ({ python }) => python?.version),
    row("Slurm", ({ slurm }) => slurm),
    row("Runner's host", ({ machine }) => machine.host),
    row("Operating system", ({ machine }) => `${machine.system}, ${machine.architecture}`),
    row("Kernel", ({ machine }) => machine.kernel),
    row("Processor", ({ machine }) => `${machine.processor}, ${machine.cores} cores`),
    row("Memory", ({ machine }) => gibibytes(machine.memoryBytes)),
    row("GPUs", ({ machine }) => (machine.gpus.length === 0 ? "none" : machine.gpus.join("; "))),
  ];
}

function changedFiles(all: readonly Environment[], late: boolean): string[] {
  return all.flatMap(({ takenAt, workbook: { changed = [], changes } }) => {
    if (changed.length === 0) return [];
    const files = `${changed.length} file${changed.length === 1 ? "" : "s"}`;
    return [
      note(
        `Uncommitted changes in ${files} (from ${moment(takenAt) ?? ""} UTC): the commit alone does not bring ${late ? "them" : "these runs"} back.`,
      ),
      folded(
        `The ${files}`,
        list(changed) + (changes === undefined ? "" : paragraph(`SHA-256 of the differences: ${changes}`)),
      ),
    ];
  });
}

function recordParts({ results }: Material): string[] {
  const runs = results.observations.map(({ run }) => run);
  if (runs.length === 0) return [paragraph("No run has completed.")];
  const commits = counted(runs.map(({ where }) => where.commit));
  const several = (values: [string, number][]): string =>
    values.map(([value, count]) => (values.length > 1 ? `${value} (${count} runs)` : value)).join("; ");
  const rows: [string, string][] = [
    ["Commit", several(commits)],
    ["TensorFlow", several(counted(runs.map(({ where }) => where.tensorflow)))],
    ["Node", several(counted(runs.map(({ where }) => where.node)))],
    ["Hosts", several(counted(runs.map(({ where }) => where.hosts.join(", "))))],
    [
      "Machines under the hosts",
      several(counted(runs.flatMap(({ where }) => (where.machines === undefined ? [] : [String(where.machines)])))),
    ],
    ["Processor of the first host", several(counted(runs.map(({ where }) => where.processor)))],
    ["Cores of a process", several(counted(runs.map(({ where }) => String(where.cores))))],
    ["Memory of a process", several(counted(runs.map(({ where }) => gibibytes(where.memoryBytes))))],
    ["Devices", several(counted(runs.map(({ where }) => where.devices.join(", "))))],
    ["Slurm jobs", runs.flatMap(({ where }) => where.slurmJobId ?? []).join(", ")],
    ["First run begun", `${moment(runs.map(({ startedAt }) => startedAt).sort()[0]) ?? ""} UTC`],
  ];
  const warning = `The runs were made with ${commits.length} commits: times before and after a change of the program may differ by it.`;
  return [...(commits.length > 1 ? [note(warning)] : []), facts(rows)];
}

function networkInWords({ kind, rate }: Material["results"]["journal"]["on"]): string {
  if (kind === "loopback") return "Processes of one machine, which talk through its loopback: no network between them.";
  if (kind === "slurm") return "The Slurm cluster's own; its kind and rate are not known to the workbook.";
  const links = rate === undefined || rate === "none" ? "links that are not shaped" : `a link of ${rate} for each node`;
  return `The local cluster: nodes are namespaces of one machine, joined by a switch, with ${links}.`;
}

/** All packages of the first environment, and of a later one what is different. */
function packageParts(each: Environment, before: Environment | undefined): string[] {
  const since = moment(each.takenAt) ?? "";
  const part = (name: string, packages: readonly Package[], old: readonly Package[] | undefined): string => {
    const [now, then] = [packages, old ?? []].map((all) => all.map(({ name: of, version }) => `${of} ${version}`));
    if (old === undefined) return folded(`${now.length} ${name} packages`, `<div class="packages">${list(now)}</div>`);
    const lines = [
      ...now.filter((line) => !then.includes(line)).map((line) => `with ${line}`),
      ...then.filter((line) => !now.includes(line)).map((line) => `without ${line}`),
    ];
    return lines.length === 0
      ? paragraph(`The ${name} packages from ${since} UTC are the same.`)
      : paragraph(`The ${name} packages from ${since} UTC: ${lines.join(", ")}.`);
  };
  return [
    part("npm", each.npm, before?.npm),
    ...(each.python ? [part("Python", each.python.packages, before?.python?.packages)] : []),
  ];
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
