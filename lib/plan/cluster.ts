import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Links } from "../measure";
import { between, meansFile, nameSchema, readYaml, wholeUpTo } from "../system/read-yaml";
import { workbookRoot } from "../system/workbook";
import { noSuch } from "../system/names";

const count = wholeUpTo(1e6);
const rate = between(1e-6, 1e6);

/** Columns of `forecastTable` that a currency, which has one, too, could be mistaken for. */
const otherColumns = ["devices", "accumulation", "sharded", "job", "kwh", "note"];
const currency = z
  .string()
  .regex(/^[\p{L}\p{Sc}]{1,12}$/u, "give 1 to 12 letters, such as EUR")
  .refine((name) => !otherColumns.includes(name.toLowerCase()), {
    error: ({ input }) => `a table has a column ${String(input)} already: give another name, such as EUR`,
  });

/** The numbers of a device and its node. They are those of the data sheets, or measured. */
const schema = z
  .strictObject({
    name: nameSchema,
    device: z.enum(["cpu", "gpu"]),
    /** The most devices of a job. */
    devices: count,
    devicesPerNode: count,
    /** Of a device, in 10^9 bytes. */
    memoryGB: rate,
    /** In 10^9 bytes a second in one direction: of a device within its node; of a node, all its network cards together. */
    links: z.strictObject({ insideGBps: rate, betweenGBps: rate }),
    /** Operations that a device makes in a second while it trains with large batches. It need not be known where `steps` are. */
    operationsPerSecond: between(1e6, 1e18).optional(),
    /** Where devices are processors: how many cores each has. */
    coresPerDevice: count.default(1),
    price: z.strictObject({ perDeviceHour: between(1e-6, 1e9), currency }).optional(),
    /** Of a device, with its share of the node, while it trains. */
    watts: rate.optional(),
    /** Mean hours between failures of a node. */
    nodeMtbfHours: between(0.001, 1e9).optional(),
    /** Steps that were measured there. */
    steps: z
      .array(
        z.strictObject({
          model: z.string(),
          imageSize: count,
          precision: z.enum(["float32", "mixed_bfloat16", "mixed_float16"]).default("float32"),
          devices: count,
          localBatch: count,
          seconds: between(1e-6, 1e6),
        }),
      )
      .default([]),
  })
  .refine(({ devices, devicesPerNode }) => devices <= devicesPerNode || devices % devicesPerNode === 0, {
    error: ({ input }) => {
      const { devices, devicesPerNode } = input as { devices: number; devicesPerNode: number };
      return `${devices} devices do not fill nodes of ${devicesPerNode}: give a multiple`;
    },
    path: ["devices"],
  })
  .superRefine(({ devices: most, devicesPerNode, steps }, context) => {
    steps.forEach(({ devices }, index) => {
      const refuse = (message: string) =>
        context.addIssue({ code: "custom", path: ["steps", index, "devices"], message });
      if (devices > most)
        refuse(`${devices} devices are more than the ${most} of the cluster: give these more, or leave the step out`);
      else if (devices > devicesPerNode && devices % devicesPerNode !== 0)
        refuse(`${devices} devices do not fill nodes of ${devicesPerNode}: give a multiple, or leave the step out`);
    });
  });

/** What a training can run on. */
export interface PlanCluster extends z.infer<typeof schema> {}

const folder = join(workbookRoot, "slurm", "clusters");

/**
 * Reads a cluster's file.
 * @param which A file, or the name of one that comes with the workbook: `h100`.
 * @throws one line with the file, the entry, and what it should be.
 */
export function readCluster(which: string): PlanCluster {
  const names = readdirSync(folder).map((file) => basename(file, ".yaml"));
  if (names.includes(which)) return readYaml(join(folder, `${which}.yaml`), "The cluster's file", schema);
  if (meansFile(which)) return readYaml(which, "The cluster's file", schema);
  throw noSuch("cluster", which, names, "name a file, or one of");
}

/** The links in bytes a second. */
export function linksOf({ links: { insideGBps, betweenGBps } }: Pick<PlanCluster, "links">): Links {
  return { inside: { bytesPerSecond: 1e9 * insideGBps }, between: { bytesPerSecond: 1e9 * betweenGBps } };
}
