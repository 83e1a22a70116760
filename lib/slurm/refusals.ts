import { printable } from "../system/printable";

/** The remedy for each message with which Slurm refuses a command. */
const remedies: readonly [words: RegExp, remedy: string][] = [
  [
    /invalid account|account\/partition combination/i,
    'Name an account that you may use (`sacctmgr show associations user=$USER`) as "account" in the site file',
  ],
  [/invalid qos/i, 'Name a QOS that your account has (`sacctmgr show qos`) as "qos" in the site file'],
  [/invalid partition/i, 'Name a partition that `sinfo` lists as "partition" in the site file'],
  [
    /not permitted to use this partition|access\/permission denied/i,
    "Take another partition or account in the site file",
  ],
  [
    /AssocMax|AssocGrp|QOSMax|QOSGrp|violates accounting\/qos policy|job submit limit/i,
    "It is a limit of your account or QOS: ask for less, wait until your other jobs have ended (`squeue --me`), or take another QOS",
  ],
  [/time limit|TimeLimit/, "Ask for less by --time"],
  [/memory specification|memory/i, 'Ask for less by --memory, or set "requestMemory" to false in the site file'],
  [/generic resource|gres/i, 'Ask for fewer by --gpus-per-node, or correct "gpu" in the site file (`sinfo -o %G`)'],
  [/node count|too many nodes|PartitionNodeLimit/i, "Ask for fewer by --nodes"],
  [
    /node configuration is not available|more processors/i,
    "Ask for fewer nodes, cores or GPUs (`sinfo -N -l` lists what nodes have)",
  ],
  [/invalid node name|node name/i, "Correct --exclude, or excludedNodes in the site file"],
  [
    /unable to contact|connection refused|timed out|socket/i,
    "Slurm's controller does not answer: try again, and ask your site if it lasts",
  ],
  [/disk quota|no space left/i, "Free some space, or submit from another folder"],
  [/munge|authentication|protocol/i, "It is the cluster's own trouble: tell your site"],
];

const unanswered =
  /timed out|zero bytes|transmi|send\/recv|unexpected message|communication (failure|error)|interrupted/i;

/**
 * One line for a command that Slurm refused: Slurm's own reason, and the remedy.
 * @param stderr The text that the command wrote to standard error.
 */
export function refusal(program: string, stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^\S+: (?:error|fatal): /, "").trim())
    .filter((line) => line !== "");
  const reason = printable(lines.join("; ")).replace(/Batch job submission failed: /g, "") || "it gave no reason";
  // The controller may have taken the job, and only its answer is lost.
  if (program === "sbatch" && unanswered.test(reason)) {
    return (
      `Slurm's answer to sbatch is lost (${reason.replace(/\.$/, "")}): the job may have been submitted all the same. ` +
      "Look for it in `squeue --me` before you submit it again; `scancel NUMBER` ends it."
    );
  }
  const remedy = remedies.find(([pattern]) => pattern.test(reason))?.[1];
  return `Slurm refused ${program}: ${reason.replace(/\.$/, "")}.${remedy ? ` ${remedy}.` : ""}`;
}
