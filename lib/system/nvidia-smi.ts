import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { parse } from "csv-parse/sync";

/** A question about the GPUs. */
interface GpuQuery<Field extends string> {
  /** As `nvidia-smi --help-query-gpu` names them: `memory.total`. */
  fields: readonly Field[];
  /** The GPUs, as `CUDA_VISIBLE_DEVICES` names them. Default: all, whether or not this process may use them. */
  gpus?: string;
  /** Whether numbers have their unit: `81559 MiB` instead of `81559`. Default false. */
  units?: boolean;
}

/** The values of a GPU, by field. A value that the GPU does not tell is `[N/A]`, or another word in brackets. */
export type GpuRow<Field extends string> = Record<Field, string>;

/**
 * The GPUs that a process may use: numbers, or UUIDs of GPUs and of parts of them (MIG).
 * @param gpus The value of `CUDA_VISIBLE_DEVICES`. CUDA reads it up to the first word that names no GPU, such as `-1`.
 * @returns undefined where it is not set: all.
 */
export function visibleGpus(gpus: string | undefined): string[] | undefined {
  const words = gpus?.split(",").map((word) => word.trim());
  const end = words?.findIndex((word) => !/^(\d+|GPU-.+|MIG-.+)$/.test(word)) ?? -1;
  return words && [...new Set(end < 0 ? words : words.slice(0, end))];
}

/** The flags with which `nvidia-smi` answers in lines that {@link readGpuRows} reads. */
export function gpuQueryFlags({ fields, gpus, units = false }: GpuQuery<string>): string[] {
  const format = `--format=csv,noheader${units ? "" : ",nounits"}`;
  const ids = visibleGpus(gpus);
  return [`--query-gpu=${fields.join(",")}`, format, ...(ids ? [`--id=${ids.join(",")}`] : [])];
}

/** Whether there is nothing to ask: without `--id`, `nvidia-smi` would answer for all GPUs. */
const namesNone = ({ gpus }: GpuQuery<string>): boolean => visibleGpus(gpus)?.length === 0;

/**
 * Reads the lines of an answer. Lines with fewer values than fields are left out; where only one field was asked for, a sentence
 * such as `No devices were found` is a row, too.
 */
export function readGpuRows<Field extends string>(fields: readonly Field[], text: string): GpuRow<Field>[] {
  const options = { columns: [...fields], trim: true, quote: false, relax_column_count: true, skip_empty_lines: true };
  const rows = parse(text, options) as Partial<GpuRow<Field>>[];
  return rows.filter((row): row is GpuRow<Field> => fields.every((field) => row[field] !== undefined));
}

/** The time of a row's `timestamp`, in milliseconds since 1970. */
export const timeOf = (timestamp: string): number =>
  new Date(timestamp.replaceAll("/", "-").replace(" ", "T")).getTime();

/** {@link queryGpus}, while the process waits; for at most 30 seconds. */
export function queryGpusNow<Field extends string>(query: GpuQuery<Field>): GpuRow<Field>[] {
  if (namesNone(query)) return [];
  const { status, stdout } = spawnSync("nvidia-smi", gpuQueryFlags(query), { encoding: "utf8", timeout: 30_000 });
  return status === 0 ? readGpuRows(query.fields, stdout) : [];
}

/**
 * Asks `nvidia-smi` about the GPUs.
 * @param timeout Milliseconds to wait for the answer. Default: no limit.
 * @returns a row for each GPU; none where there is no GPU, none that may be used, or no `nvidia-smi`.
 */
export async function queryGpus<Field extends string>(
  query: GpuQuery<Field>,
  timeout?: number,
): Promise<GpuRow<Field>[]> {
  if (namesNone(query)) return [];
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("nvidia-smi", gpuQueryFlags(query), { reject: false, timeout });
  return failed ? [] : readGpuRows(query.fields, stdout);
}

/**
 * Asks `nvidia-smi` about the GPUs again and again. It also tells the times (`timestamp`), because training keeps this process too busy.
 * @param interval Milliseconds between answers.
 * @returns a function that stops asking, and gives the lines of the answers, for {@link readGpuRows}; none without `nvidia-smi`.
 */
export function watchGpus(query: GpuQuery<string>, interval: number): () => Promise<string[]> {
  const lines: string[] = [];
  const start = async () => {
    const { execa } = await import("execa");
    const child = execa("nvidia-smi", [...gpuQueryFlags(query), `--loop-ms=${interval}`], {
      ...{ reject: false, buffer: false, stdin: "ignore", stderr: "ignore", forceKillAfterDelay: 1000 },
    });
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    return { child };
  };
  const started = start();
  return async () => {
    const { child } = await started;
    // A process that could not start has no number, and ending it would end this process's whole group.
    if (child.pid !== undefined) child.kill();
    await child;
    return lines; // an unfinished last line does not matter
  };
}

/** How the GPUs are connected, as lines of `nvidia-smi topo --matrix`; none without it. */
export async function queryTopology(): Promise<string[]> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("nvidia-smi", ["topo", "--matrix"], { reject: false, timeout: 20_000 });
  return failed ? [] : stdout.split("\n").filter((line) => line.trim() !== "");
}

/** How many GPUs this process may use. @param gpus As `CUDA_VISIBLE_DEVICES` names them. Default: that variable. */
export async function usableGpuCount(gpus = process.env.CUDA_VISIBLE_DEVICES): Promise<number> {
  // `nvidia-smi` cannot be asked about a part of a GPU (MIG). Of several, CUDA gives a process the first one.
  if (visibleGpus(gpus)?.some((gpu) => gpu.startsWith("MIG-"))) return 1;
  const rows = await queryGpus({ fields: ["index"], gpus });
  return rows.filter(({ index }) => /^\d+$/.test(index)).length;
}
