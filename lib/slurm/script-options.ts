/** Slurm's short options, and the long ones that they stand for (`man sbatch`). */
const longNames: Record<string, string> = {
  A: "account",
  c: "cpus-per-task",
  G: "gpus",
  J: "job-name",
  N: "nodes",
  n: "ntasks",
  o: "output",
  p: "partition",
  q: "qos",
  t: "time",
};

/**
 * The options that a job script asks `sbatch` for, by their long names: `#SBATCH -N 2` is `nodes` with `2`; an option without a
 * value has "". As for `sbatch`, lines after the first command do not count, and the last of equal options does.
 */
export function scriptOptions(script: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of script.split("\n").slice(1)) {
    if (line.trim() !== "" && !line.startsWith("#")) break; // the first command
    if (!/^#SBATCH\s/.test(line)) continue;
    const words = line
      .slice("#SBATCH".length)
      .replace(/\s#.*$/, "")
      .trim();
    for (const [, long, short, value = ""] of words.matchAll(/(?:--([\w-]+)|-(\w))(?:(?:\s*=\s*|\s*)(?!-)(\S+))?/g)) {
      options.set(long ?? longNames[short] ?? short, value);
    }
  }
  return options;
}

/** The lines of a script that its shell runs: continued lines are one, and there are no comments. */
export function scriptCommands(script: string): string[] {
  return script
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
}

/**
 * The GPUs of each node that a script's options ask for, in any of Slurm's ways: `--gres=gpu:2`, `--gres=gpu:h100:2`,
 * `--gpus-per-node=2`, `--gpus=2` on one node, `--gpus-per-task=2` for one task; undefined where they ask for none.
 */
export function scriptGpus(options: ReadonlyMap<string, string>): number | undefined {
  const gres = options
    .get("gres")
    ?.split(",")
    .find((each) => each.startsWith("gpu"));
  const asked =
    gres?.replace(/^gpu/, "") ?? options.get("gpus-per-node") ?? options.get("gpus") ?? options.get("gpus-per-task");
  if (asked === undefined) return undefined;
  return Number(/(?:^|:)(\d+)$/.exec(asked)?.[1] ?? 1); // "gpu" and "gpu:h100" ask for one
}
