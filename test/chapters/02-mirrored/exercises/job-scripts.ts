import { type MendedLine } from "../../../../lib/checks";
import {
  checkJobScript,
  checkMended,
  type FaultyScript,
} from "../../../../solutions/02-mirrored/exercises/job-scripts";
import { exercise, guess, slip } from "../../../checks/exercise";

type Mended = Record<FaultyScript, [line: number, corrected: string]>;
const mended =
  (changed: Partial<Mended> = {}) =>
  (script: FaultyScript): MendedLine => {
    const lines: Mended = {
      a: [7, "#SBATCH --gres=gpu:4"],
      b: [8, "#SBATCH --time=02:00:00"],
      c: [5, "#SBATCH --ntasks=1"],
    };
    const [line, corrected] = { ...lines, ...changed }[script];
    return { line, corrected };
  };
const mendedA = "srun node workbook run 02-mirrored/train --device gpu --devices 1";

const written = (gpus: number): string => `#!/bin/bash
#SBATCH --nodes=1 --ntasks=1
#SBATCH -c 40
#SBATCH -t 30
${gpus > 0 ? `#SBATCH --gres=gpu:h100:${gpus}\n` : ""}
srun node "$WORKBOOK/workbook" run 02-mirrored/train --device ${gpus > 0 ? "gpu" : "cpu"} \\
  --devices ${gpus || 2} --batch-size ${2048 * gpus || 32}`;
const writtenBut = (from: string | RegExp, to: string) => (gpus: number) => written(gpus).replace(from, to);

export const exercises = [
  exercise("02-mirrored/test-mended", checkMended, {
    right: [
      mended(),
      mended({
        a: [7, "#SBATCH --gpus-per-node=4"],
        b: [8, "#SBATCH -t 2:30:00"],
        c: [5, "#SBATCH -n 1"],
      }),
    ],
    wrong: [
      slip("fewer devices", /training itself is right/, mended({ a: [11, mendedA] })),
      slip("more cores", /asks for 1 GPUs/, mended({ a: [6, "#SBATCH --cpus-per-task=20"] })),
      slip("hours as seconds", /after 2 minutes/, mended({ b: [8, "#SBATCH --time=0:120"] })),
      slip("a whole day", /waits long/, mended({ b: [8, "#SBATCH --time=1-0"] })),
      slip("two nodes", /by itself/, mended({ c: [4, "#SBATCH --nodes=2"] })),
      slip("the intention changed", /what is wanted/, mended({ c: [2, "# Trains twice."] })),
    ],
  }),
  exercise("02-mirrored/test-job-script", checkJobScript, {
    right: [
      written,
      (gpus) =>
        `#!/bin/sh -l\n#SBATCH --cpus-per-task=8\n#SBATCH --time=00:10:00\n${gpus > 0 ? `#SBATCH --gpus=${gpus}\n` : ""}\ncd "$HOME"\n` +
        `node workbook run 02-mirrored/train --devices=${gpus || 2} --device=${gpus ? "gpu" : "cpu"} --batch-size=${2048 * gpus || 32}\n`,
    ],
    // The slips are parts of scripts: these are what the parts are read from.
    wrong: [
      guess("a process for each GPU", writtenBut("--ntasks=1", "--ntasks=2")),
      slip("no first line", /first line/, writtenBut("#!/bin/bash", "")),
      slip("no time limit", /--time/, writtenBut("#SBATCH -t 30", "#")),
      guess("two trainings", writtenBut("srun", "node workbook run 02-mirrored/train --devices 1\nsrun")),
      slip("the batch of one device", /global batch/, writtenBut(/4096$/, "2048")),
      slip(
        "an option after the command",
        /gets no GPU/,
        (gpus) => `${writtenBut(/#SBATCH --gres.*/, "")(gpus)}\n#SBATCH --gres=gpu:2`,
      ),
    ],
  }),
];
