import type { RunRecord } from "./fields";

/** What {@link exampleTextRun} adds to a run. */
interface ExampleText {
  /** Tokens of a row. */
  context: number;
  mesh: Record<string, number>;
}

/** Makes an example run one of a language model on a mesh, with made-up bytes for each device. */
export function exampleTextRun(run: RunRecord, { context, mesh }: ExampleText): RunRecord {
  const configuration = { ...run.configuration, imageSize: undefined };
  const devices = Object.values(mesh).reduce((product, size) => product * size, 1);
  const each = (bytes: number): number[] => Array.from({ length: devices }, () => Math.round(bytes / devices));
  const used = Object.entries(mesh).filter(([, size]) => size > 1);
  return {
    ...run,
    where: { ...run.where, devices: Array.from({ length: devices }, (_, device) => `CPU:${device}`) },
    configuration: {
      ...{ ...configuration, model: "gpt-1m", parameters: 818_048, classes: 65, context, dataset: "synthetic" },
      ...(devices > 1 && { sharding: { mesh } }),
    },
    deviceMemory: { atRest: each(12 * 818_048), peak: each(30 * 818_048) },
    ...(used.length > 0 && { sentBytes: Object.fromEntries(used.map(([axis]) => [axis, each(8 * 818_048)])) }),
  };
}
