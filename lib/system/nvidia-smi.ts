import { spawnSync } from "node:child_process";
import { parse } from "csv-parse/sync";

/** A question about the GPUs. */
export interface GpuQuery<Field extends string> {
  /** As `nvidia-smi --help-query-gpu` names them: `memory.total`. */
  fields: readonly Field[];
  /** The GPUs, as `--id` takes them, for example `CUDA_VISIBLE_DEVICES`. Default: all. */
  gpus?: string;
  /** Whether numbers have their unit: `81559 MiB` instead of `81559`. Default false. */
  units?: boolean;
}

/** The values of a GPU, by field. A value that the GPU does not tell is `[N/A]`, or another word in brackets. */
export type GpuRow<Field extends string> = Record<Field, string>;

/** The flags with which `nvidia-smi` answers in lines that {@link readGpuRows} reads. */
export function gpuQueryFlags({ fields, gpus, units = false }: GpuQuery<string>): string[] {
  const format = `--format=csv,noheader${units ? "" : ",nounits"}`;
  return [`--query-gpu=${fields.join(",")}`, format, ...(gpus ? [`--id=${gpus}`] : [])];
}

/**
 * Reads the lines of an answer. Lines with fewer values than fields are left out; where only one field was asked for, a sentence
 * such as `No devices were found` is a row, too.
 */
export function readGpuRows<Field extends string>(fields: readonly Field[], text: string): GpuRow<Field>[] {
  const options = { columns: [...fields], trim: true, quote: false, relax_column_count: true, skip_empty_lines: true };
  const rows = parse(text, options) as Partial<GpuRow<Field>>[];
  return rows.filter((row): row is GpuRow<Field> => fields.every((field) => row[field] !== undefined));
}

/** {@link queryGpus}, while the process waits; for at most 30 seconds. */
export function queryGpusNow<Field extends string>(query: GpuQuery<Field>): GpuRow<Field>[] {
  const { status, stdout } = spawnSync("nvidia-smi", gpuQueryFlags(query), { encoding: "utf8", timeout: 30_000 });
  return status === 0 ? readGpuRows(query.fields, stdout) : [];
}

/**
 * Asks `nvidia-smi` about the GPUs.
 * @param timeout Milliseconds to wait for the answer. Default: no limit.
 * @returns a row for each GPU; none where there is no GPU, or no `nvidia-smi`.
 */
export async function queryGpus<Field extends string>(
  query: GpuQuery<Field>,
  timeout?: number,
): Promise<GpuRow<Field>[]> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("nvidia-smi", gpuQueryFlags(query), { reject: false, timeout });
  return failed ? [] : readGpuRows(query.fields, stdout);
}
