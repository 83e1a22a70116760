import { checkJobScript, checkMended, type FaultyScript, type MendedLine } from "../../../lib/checks";
import { exercise } from "../exercise";

const lines: Record<FaultyScript, MendedLine> = {
  a: { line: 7, corrected: "#SBATCH --gres=gpu:4" },
  b: { line: 8, corrected: "#SBATCH --time=02:00:00" },
  c: { line: 5, corrected: "#SBATCH --ntasks=1" },
};
const mended =
  (changed: Partial<Record<FaultyScript, MendedLine>> = {}) =>
  (script: FaultyScript): MendedLine =>
    ({ ...lines, ...changed })[script];

/** A job script of a student. */
const written =
  ({
    tasks = 1,
    gpus = (n: number) => n,
    devices = (n: number) => n,
    batch = (n: number) => 2048 * n,
    more = "",
  } = {}) =>
  (n: number): string =>
    [
      "#!/bin/bash",
      `#SBATCH --nodes=1 --ntasks=${tasks}`,
      "#SBATCH -c 40",
      "#SBATCH -t 30",
      ...(gpus(n) > 0 ? [`#SBATCH --gres=gpu:h100:${gpus(n)}`] : []),
      more,
      `srun node "$WORKBOOK/workbook" run 02-mirrored/train --device ${n > 0 ? "gpu" : "cpu"} \\`,
      `  --devices ${devices(n) || 2} --batch-size ${batch(n) || 32}`,
    ].join("\n");

export const exercises = [
  exercise({
    what: "three faulty scripts",
    cell: "02-mirrored/test-mended",
    check: checkMended,
    right: [
      mended(),
      mended({
        a: { line: 7, corrected: "#SBATCH --gpus-per-node=4" },
        b: { line: 8, corrected: "#SBATCH -t 2:30:00" },
        c: { line: 5, corrected: "#SBATCH -n 1" },
      }),
    ],
    wrong: [
      {
        what: "fewer devices in the place of more GPUs",
        answer: mended({
          a: { line: 11, corrected: "srun node workbook run 02-mirrored/train --device gpu --devices 1" },
        }),
        says: /training itself is right/,
      },
      {
        what: "more cores",
        answer: mended({ a: { line: 6, corrected: "#SBATCH --cpus-per-task=20" } }),
        says: /asks for 1 GPUs/,
      },
      {
        what: "two hours as seconds",
        answer: mended({ b: { line: 8, corrected: "#SBATCH --time=0:120" } }),
        says: /after 2 minutes/,
      },
      { what: "a whole day", answer: mended({ b: { line: 8, corrected: "#SBATCH --time=1-0" } }), says: /waits long/ },
      { what: "two nodes", answer: mended({ c: { line: 4, corrected: "#SBATCH --nodes=2" } }), says: /by itself/ },
      {
        what: "the intention changed",
        answer: mended({ c: { line: 2, corrected: "# Trains twice." } }),
        says: /what is wanted/,
      },
    ],
  }),
  exercise({
    what: "a job script for several GPUs",
    cell: "02-mirrored/test-job-script",
    check: checkJobScript,
    right: [
      written(),
      (gpus) =>
        `#!/bin/sh -l\n#SBATCH --cpus-per-task=8\n#SBATCH --time=00:10:00\n${gpus > 0 ? `#SBATCH --gpus=${gpus}\n` : ""}\ncd "$HOME"\n` +
        `node workbook run 02-mirrored/train --devices=${gpus || 2} --device=${gpus ? "gpu" : "cpu"} --batch-size=${2048 * gpus || 32}\n`,
    ],
    wrong: [
      { what: "a process for each GPU", answer: written({ tasks: 2 }) },
      { what: "no GPU", answer: written({ gpus: () => 0 }), says: /gets no GPU/ },
      { what: "GPUs for the rehearsal", answer: written({ gpus: (n) => n || 2 }), says: /needs no GPU/ },
      { what: "the batch of one device", answer: written({ batch: (n) => (n > 0 ? 2048 : 32) }), says: /global batch/ },
      { what: "no first line", answer: (n) => written()(n).replace("#!/bin/bash\n", "\n"), says: /first line/ },
      { what: "no time limit", answer: (n) => written()(n).replace("#SBATCH -t 30\n", ""), says: /--time/ },
      { what: "two trainings", answer: written({ more: "node workbook run 02-mirrored/train --devices 1" }) },
      {
        what: "an option after the command",
        answer: (n) => `${written({ gpus: () => 0 })(n)}\n#SBATCH --gres=gpu:2`,
        says: /gets no GPU/,
      },
    ],
  }),
];
