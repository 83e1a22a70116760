import type { JobState } from "./job-state";

/** How Slurm says that a job's owner holds it. */
const heldByUser = /^(JobHeldUser|job requeued in held state)$/i;

// Slurm's words for the reason why a job waits, and plain words for each. The many reasons of limits begin alike.
const reasons: readonly [reason: RegExp, words: string][] = [
  [/^Priority$/, "other jobs go first"],
  [/^Resources$/, "until nodes are free"],
  [/^BeginTime$/, "it starts again shortly"],
  [/^(Dependency|JobArrayTaskLimit)$/, "for other jobs"],
  [/^(Assoc|QOS)(Max|Grp).*/, "a limit of your account or QOS is reached until other jobs end"],
  [/^(ReqNodeNotAvail|Nodes_required_for_job).*/, "nodes that it needs are down or reserved"],
  [/^Reservation$/, "for its reservation"],
  [heldByUser, "it is held: `scontrol release` lets it go"],
  [/^JobHeldAdmin$/, "the site holds it: ask them why"],
  [/^None$/, "not looked at yet"],
];

// Reasons that do not pass by themselves.
const never: readonly [reason: RegExp, words: string][] = [
  [/^PartitionTimeLimit$/, "its time is more than its partition gives; ask for less by --time"],
  [/^PartitionNodeLimit$/, "its partition does not give so many nodes; ask for fewer by --nodes"],
  [/^PartitionConfig$/, "its partition does not have so many nodes, or not for so long"],
  [/^PartitionInactive$/, "its partition takes no jobs; name another in the site file"],
  [/^BadConstraints$/, "no node is as it wants them"],
  [/^(InvalidAccount|AccountNotAllowed)$/, "its account may not be used; name another in the site file"],
  [/^(InvalidQOS|QOSNotAllowed)$/, "its QOS may not be used; name another in the site file"],
  [
    /^(QOS|Assoc)Max\w*(PerJob|PerJobLimit|WallDurationPerJobLimit|TimeLimit)$/,
    "it is more than your account or QOS gives one job",
  ],
  [/^DependencyNeverSatisfied$/, "the job it waits for has failed"],
  [/^launch failed requeued held|^launch_failed_requeued_held/i, "its nodes could not start it, and Slurm holds it"],
];

/** Why a job can never start, in words; undefined where it may. */
export function neverStarts(reason: string): string | undefined {
  return never.find(([pattern]) => pattern.test(reason))?.[1];
}

/**
 * How a waiting job's owner keeps it from beginning, in words; undefined where the owner does not. The owner may also make it a
 * job of low priority, or one that needs more than there is: that looks like any other waiting.
 */
export function heldBack({ reason, startsAt = 0 }: Pick<JobState, "reason" | "startsAt">): string | undefined {
  if (heldByUser.test(reason)) return "held";
  if (/^Dependency$/.test(reason)) return "made to wait for another job";
  // A job that Slurm starts again waits for two minutes.
  return /^BeginTime$/.test(reason) && startsAt > Date.now() / 1000 + 600 ? "made to begin later" : undefined;
}

/** The reason why a job waits, in plain words, followed by Slurm's own word. */
export function waitsFor(reason: string): string {
  const words = reasons.find(([pattern]) => pattern.test(reason))?.[1];
  if (words === undefined) return reason || "not looked at yet";
  return reason === "None" ? words : `${words} (${reason})`;
}
