import { cellText } from "../plots/table";
import type { Level, Observation } from "../experiment/observations";
import type { JournalRun } from "../experiment/runner";
import { download, folded, paragraph, table, type Section } from "./html";
import { moment, type Material } from "./material";

/** Every single observation, to read, to sort and to take along. */
export function observationsSection({ results }: Material): Section {
  const rows = observationRows(results.observations, results.journal.runs);
  const { design } = results;
  const text = csv(rows);
  return {
    id: "observations",
    title: "Every observation",
    parts: [
      paragraph(`${rows.length} observations, in the order in which they were made. A column's name sorts by it.`),
      ...(rows.length === 0
        ? []
        : [
            download(`Save them as CSV (${rows.length} rows)`, `${design.name}-observations.csv`, "text/csv", text),
            folded("All observations", table(rows.map(shown), undefined, { sorts: true })),
          ]),
    ],
  };
}

const laterEpochs = "seconds of each epoch after the first";

interface Row extends Record<string, Level | undefined> {
  begun: string;
  ended: string | undefined;
}

function observationRows(observations: readonly Observation[], runs: readonly JournalRun[]): Row[] {
  return observations.map(({ levels, replicate, seconds, epochs, epochSeconds, run }) => {
    const planned = runs.find((each) => each.replicate === replicate && sameLevels(each.levels, levels));
    const validation = run.epochs.at(-1)?.validation;
    return {
      run: planned?.number,
      "made as": planned?.made,
      block: replicate,
      ...levels,
      seconds,
      epochs,
      [laterEpochs]: epochSeconds.join(" "),
      ...(validation && { "accuracy on test images": validation.accuracy }),
      begun: run.startedAt,
      ended: run.endedAt,
      hosts: run.where.hosts.join(" "),
      ...(run.where.slurmJobId !== undefined && { job: run.where.slurmJobId }),
      "peak memory, bytes": run.peakMemoryBytes,
      commit: run.where.commit,
      record: run.id,
    };
  });
}

/** The row as the page shows it: of long values what tells them apart. The CSV has them whole. */
function shown({ begun, ended, commit, [laterEpochs]: epochs, ...row }: Row) {
  const seconds = epochs
    ?.toString()
    .split(" ")
    .map((each) => cellText(Number(each)));
  return {
    ...row,
    [laterEpochs]: seconds?.join(", "),
    commit: commit?.toString().slice(0, 10),
    begun: moment(begun),
    ended: moment(ended),
  };
}

function sameLevels(one: Observation["levels"], other: Observation["levels"]): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Rows as CSV (RFC 4180), with all digits. */
export function csv(rows: readonly Readonly<Record<string, Level | undefined>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const field = (value: Level | undefined): string => {
    const text = value === undefined ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((line) => line.map(field).join(",") + "\r\n")
    .join("");
}
