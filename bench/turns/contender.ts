import { join } from "node:path";
import { workbookRoot } from "../../lib/system/workbook";
import { environmentFor, knowsGpu } from "../../lib/tensorflow/config";
import { peerProgram, pythonWith, type PeerEnvironment } from "../peers/environment";
import type { Plan } from "../workers/protocol";
import type { WorkerCommand } from "../workers/worker";

/** A worker that takes turns with others. */
export interface Contender<P extends object = Plan> {
  /** The name in tables, and the key in the result: `keras 3`. */
  name: string;
  plan: P;
  /** Installs what the worker needs, and returns how to start it. */
  command(say: (line: string) => void): Promise<WorkerCommand>;
}

/**
 * A worker of `bench/workers`.
 * @param workbook The folder of the workbook whose worker it is: this one, or an earlier state of it.
 */
export const node =
  (program: string, workbook = workbookRoot) =>
  async (): Promise<WorkerCommand> => ({
    command: [process.execPath, builtWorker(workbook, program)],
  });

/** The file of a worker after `npm run build`. */
export const builtWorker = (workbook: string, program: string): string =>
  join(workbook, "dist", "bench", "workers", `${program}.js`);

/**
 * A worker of `bench/peers`, in the environment of that name.
 * @param installed A Python that has its packages already. Default: the environment's, which is installed when it is missing.
 */
export const python =
  (environment: PeerEnvironment, program: string, env: Record<string, string> = {}, installed?: string) =>
  async (say: (line: string) => void): Promise<WorkerCommand> => ({
    command: [installed ?? (await pythonWith(environment, say)), peerProgram(program)],
    // TensorFlow's environment is as our engine sets it. Python must not write its cache beside the code.
    env: { ...environmentFor(knowsGpu()), ...env, PYTHONDONTWRITEBYTECODE: "1" },
  });
