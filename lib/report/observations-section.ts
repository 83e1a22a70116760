import { isDeepStrictEqual } from "node:util";
import { stringify } from "csv-stringify/sync";
import { cellText } from "../plots/table";
import { neededBytes } from "../runs/statistics";
import type { Rows } from "../system/rows";
import { download, folded, paragraph, table, type Section } from "./html";
import { utcText, type Material } from "./material";

/** All observations: a table to read and sort, with short numbers, and a CSV with all digits. */
export function observationsSection({ results: { journal, observations, design } }: Material): Section {
  const rows = observations.map(({ levels, replicate, seconds, epochs, epochSeconds, run }) => {
    const planned = journal.runs.find((each) => each.replicate === replicate && isDeepStrictEqual(each.levels, levels));
    const { hosts, slurmJobId, commit } = run.where;
    const validation = run.epochs.at(-1)?.validation;
    const row = (text: (value: number) => string, time: (iso: string) => string, commitLength: number) => ({
      run: planned?.number,
      "made as": planned?.made,
      block: replicate,
      ...levels,
      seconds,
      epochs,
      "seconds of each epoch after the first": epochSeconds.map(text).join(" "),
      ...(validation && { "accuracy on test images": validation.accuracy }),
      begun: time(run.startedAt),
      ended: run.endedAt && time(run.endedAt),
      hosts: hosts.join(" "),
      ...(slurmJobId !== undefined && { job: slurmJobId }),
      "peak memory, bytes": run.peakMemoryBytes,
      ...(run.configuration.device === "gpu" && { "peak memory of the fullest GPU, bytes": neededBytes(run) }),
      commit: commit?.slice(0, commitLength),
      record: run.id,
    });
    return { whole: row(String, String, Infinity), short: row(cellText, utcText, 10) };
  });
  const save = `Save them as CSV (${rows.length} rows)`;
  return [
    "Every observation",
    paragraph(`${rows.length} observations, in the order in which they were made. A column's name sorts by it.`),
    rows.length > 0 && [
      download(save, `${design.name}-observations.csv`, "text/csv", csv(rows.map(({ whole }) => whole))),
      folded("All observations", table(rows.map(({ short }) => short))),
    ],
  ];
}

/** Rows as CSV (RFC 4180), with all digits. */
export function csv(rows: Rows): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify([...rows], { header: true, columns, record_delimiter: "windows", quoted_match: /[\r\n]/ });
}
