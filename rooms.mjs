// @ts-check
/**
 * The rooms, lowest first. A room imports from those before it, and from none after it; ESLint holds this order.
 * @type {readonly string[]}
 */
export const rooms = [
  ...["lib/system", "lib/cluster", "lib/slurm"],
  ...["lib/tensorflow", "kernel", "lib/models", "lib/strategy", "lib/sharding", "lib/profile"],
  ...["lib/runs", "datasets", "lib/failures", "lib/training", "lib/measure"],
  ...["lib/jobs", "lib/frameworks", "lib/experiment", "lib/plan", "lib/verify"],
  ...["lib/plots", "lib/cells", "lib/notebooks", "lib/report"],
  ...["lib/checks", "lib/autograde", "lib/course", "lib/hub"],
  ...["lib/command", "bench", "book", "setup"],
];
