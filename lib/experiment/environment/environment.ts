import { readFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { writeWhole } from "../../system/atomic";
import { readChecked } from "../../system/checked-json";
import { askSlurm } from "../../slurm/client";
import { memoryLimit } from "../../system/memory";
import { queryGpus } from "../../system/nvidia-smi";
import { workbookRoot } from "../../system/workbook";
import { environmentSchema, type Environment } from "./environment-schema";
import { checkout, npmPackages, pythonPackages } from "./installed";

const schema = z.object({ schema: z.literal(1), environments: z.array(environmentSchema).min(1) });

/** An experiment's file of environments. */
export const environmentFile = (folder: string): string => join(folder, "environment.json");

/** The environment of runs that begin now. @param slurm Whether the runs are Slurm jobs. */
export async function currentEnvironment({ slurm = false } = {}): Promise<Environment> {
  const [state, npm, python, system, gpus, slurmVersion] = await Promise.all([
    checkout(),
    npmPackages().catch(() => []), // runs can be made even if npm's file is broken
    pythonPackages(),
    systemName(),
    gpuDescriptions(),
    slurm ? askSlurm("sinfo", ["--version"]).catch(() => undefined) : undefined,
  ]);
  const tensorflow = await installedTensorFlow().catch(() => undefined);
  return environmentSchema.parse({
    takenAt: new Date().toISOString(),
    workbook: { version: await workbookVersion(), ...state },
    ...(tensorflow && { tensorflow }),
    node: process.versions.node,
    machine: {
      host: os.hostname(),
      system,
      kernel: `${os.type()} ${os.release()}`,
      architecture: os.machine(),
      processor: os.cpus().at(0)?.model.trim() ?? "unknown",
      cores: os.availableParallelism(),
      memoryBytes: memoryLimit(),
      gpus,
    },
    ...(slurmVersion === undefined ? {} : { slurm: slurmVersion.trim().replace(/^slurm(?:-wlm)? /, "") }),
    npm,
    ...(python && { python }),
  });
}

/**
 * Records the environment of an experiment's next runs, in one atomic step. If it is the same as the last one, the file does
 * not change.
 * @throws one line when it cannot be written.
 */
export async function recordEnvironment(folder: string, current: Environment): Promise<void> {
  const before = await readEnvironments(folder);
  const last = before.at(-1);
  if (last && isDeepStrictEqual({ ...last, takenAt: "" }, { ...current, takenAt: "" })) return;
  const text = JSON.stringify({ schema: 1, environments: [...before, current] }) + "\n";
  await writeWhole(environmentFile(folder), text).catch((error: Error) => {
    throw new Error(
      `The environment ${environmentFile(folder)} cannot be written (${error.message}): make room, and go on by ` +
        "`./workbook experiment resume`.",
    );
  });
}

/**
 * The environments of an experiment's runs, oldest first: the first run's, and then each change.
 * @returns an empty list if the experiment has not recorded one.
 * @throws one line when the file is not a file of environments.
 */
export async function readEnvironments(folder: string): Promise<Environment[]> {
  const file = environmentFile(folder);
  const read = await readChecked(
    file,
    schema,
    (what) => new Error(`${file} is not a file of environments (${what}): move it away.`),
  );
  return read?.environments ?? [];
}

async function workbookVersion(): Promise<string> {
  const file = await readFile(join(workbookRoot, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version;
}

async function installedTensorFlow(): Promise<Environment["tensorflow"]> {
  const file = await readFile(join(workbookRoot, ".workbook", "tensorflow.json"), "utf8").catch(() => undefined);
  if (file === undefined) return undefined;
  const setup = z.object({ version: z.string(), from: z.string().default("unknown"), device: z.string() });
  return setup.parse(JSON.parse(file));
}

async function systemName(): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? os.type();
}

async function gpuDescriptions(): Promise<string[]> {
  const fields = ["name", "memory.total", "driver_version"] as const;
  const rows = await queryGpus({ fields, units: true }, 20_000);
  return rows.map((row) => `${row.name}, ${row["memory.total"]}, driver ${row.driver_version}`);
}
