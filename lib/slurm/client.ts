import { runningCluster } from "../cluster";
import { letGo } from "../system/let-go";
import { refusal } from "./refusals";

/** How one of Slurm's commands ended. */
export interface SlurmAnswer {
  failed: boolean;
  stdout: string;
  stderr: string;
}

/** What a command is given. */
interface Given {
  input?: string;
  environment?: Record<string, string>;
  /** Nothing of this process's own environment, which may hold what another account must not see. */
  onlyEnvironment?: boolean;
}

/**
 * Runs one of Slurm's client commands: on the local cluster where one is up (somebody started it on purpose), else the
 * one on the search path.
 * @throws one line where there is no Slurm; a command that Slurm refuses is no error here, see {@link askSlurm}.
 */
export async function slurm(program: string, args: readonly string[], given: Given = {}): Promise<SlurmAnswer> {
  const { execa } = await import("execa");
  const cluster = localCluster();
  const { file, args: words, env } = cluster?.command(program, args) ?? { file: program, args: [...args], env: {} };
  const running = execa(file, words, {
    env: { ...(given.onlyEnvironment ? {} : ownEnvironment()), ...env, ...given.environment },
    extendEnv: false,
    ...(given.input === undefined ? { stdin: "ignore" as const } : { input: given.input }),
    reject: false,
    // A controller that does not answer is asked again by Slurm for minutes.
    timeout: 60_000,
  });
  letGo(running);
  const { failed, stdout, stderr, code } = await running;
  if (code === "ENOENT") throw new SlurmAbsent(`there is no ${program} on the search path`);
  if (failed && notConfigured.test(stderr)) throw new SlurmAbsent("Slurm is installed here, but knows of no cluster");
  return { failed, stdout, stderr };
}

/**
 * {@link slurm}, for what should succeed.
 * @returns what it printed.
 * @throws one line with Slurm's own reason and the remedy.
 */
export async function askSlurm(program: string, args: readonly string[], given: Given = {}): Promise<string> {
  const { failed, stdout, stderr } = await slurm(program, args, given);
  if (failed) throw new Error(refusal(program, stderr));
  return stdout;
}

/** There is no Slurm on this machine. */
export class SlurmAbsent extends Error {
  constructor(what: string) {
    super(
      `No jobs can be submitted here: ${what}. On a cluster, load its Slurm module or go to a login node; on one machine, ` +
        "start a small cluster by `./workbook cluster up`.",
    );
  }
}

const notConfigured =
  /Could not establish a configuration source|Unable to (?:process configuration file|locate|open)/i;

/** The local cluster to use, if it is up: `WORKBOOK_CLUSTER` names it where there are several. */
export function localCluster(): ReturnType<typeof runningCluster> {
  return runningCluster(process.env.WORKBOOK_CLUSTER);
}

/**
 * This process's environment, without what tells of the job in which it may itself be running (JupyterHub starts
 * notebooks in jobs): those variables would act on the new job as options.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  const ofAnotherJob =
    /^(SLURM_(?!CONF)|SLURMD_|SBATCH_|SRUN_|PMI|CUDA_VISIBLE_DEVICES$|GPU_DEVICE_ORDINAL$|TF_CONFIG$|WORKBOOK_(RECORD|CHECKPOINT|JOB|SUPERVISED)$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofAnotherJob.test(name)));
}
