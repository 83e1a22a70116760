import { runningCluster } from "../cluster";
import { letGo } from "../system/let-go";
import { refusal } from "./refusals";

/** The result of one of Slurm's commands. */
interface SlurmAnswer {
  failed: boolean;
  stdout: string;
  stderr: string;
}

interface CommandOptions {
  input?: string;
  environment?: NodeJS.ProcessEnv;
  /** Leaves out this process's own environment, which may hold secrets that another account must not see. */
  onlyEnvironment?: boolean;
}

/**
 * Runs one of Slurm's client commands: on the local cluster where one is up, since somebody started it on purpose, else the
 * command on the search path.
 * @throws one line where there is no Slurm; a command that Slurm refuses is no error here, see {@link askSlurm}.
 */
export async function slurm(
  program: string,
  args: readonly string[],
  { input, environment, onlyEnvironment = false }: CommandOptions = {},
): Promise<SlurmAnswer> {
  const { execa } = await import("execa");
  const command = localCluster()?.command(program, args) ?? { file: program, args, env: {} };
  const running = execa(command.file, command.args, {
    env: { ...(onlyEnvironment ? {} : ownEnvironment()), ...command.env, ...environment },
    extendEnv: false,
    ...(input === undefined ? { stdin: "ignore" as const } : { input }),
    reject: false,
    // Slurm's commands go on asking a controller that does not answer for minutes.
    timeout: 60_000,
  });
  letGo(running);
  const { failed, stdout, stderr, code, timedOut } = await running;
  if (code === "ENOENT") throw new SlurmAbsent(`there is no ${program} on the search path`);
  if (failed && notConfigured.test(stderr)) throw new SlurmAbsent("Slurm is installed here, but knows of no cluster");
  return { failed, stdout, stderr: timedOut ? `${stderr}\nit timed out after a minute` : stderr };
}

/**
 * Runs a command of Slurm's as {@link slurm} does, but takes a refusal for an error.
 * @returns its output.
 * @throws one line with Slurm's own reason and the remedy.
 */
export async function askSlurm(program: string, args: readonly string[], options?: CommandOptions): Promise<string> {
  const { failed, stdout, stderr } = await slurm(program, args, options);
  if (failed) throw new Error(refusal(program, stderr));
  return stdout;
}

/** The error of a machine without Slurm. */
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

/** The local cluster to use, if one is up; where there are several, `WORKBOOK_CLUSTER` names it. */
export function localCluster(): ReturnType<typeof runningCluster> {
  return runningCluster(process.env.WORKBOOK_CLUSTER);
}

/**
 * This process's environment without the variables of the job in which it may itself run, as JupyterHub's notebooks do, and without
 * the user's own wishes for Slurm's commands: both would act as options, on the new job or on the form of an answer.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  const ofAnotherJob =
    /^(SLURM_(?!CONF|CLUSTERS$)|SLURMD_|S(BATCH|RUN|ALLOC|QUEUE|INFO|ACCT|CANCEL|CONTROL|REPORT)_|PMI|CUDA_VISIBLE_DEVICES$|GPU_DEVICE_ORDINAL$|TF_CONFIG$|WORKBOOK_(RECORD|CHECKPOINT|JOB|SUPERVISED)$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofAnotherJob.test(name)));
}
