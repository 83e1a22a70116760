import { type MendedLine } from "../../../../lib/checks";
import {
  checkJobScript,
  checkMended,
  type FaultyScript,
} from "../../../../solutions/02-mirrored/exercises/job-scripts";
import { exercise } from "../../../checks/exercise";

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
  exercise({
    cell: "02-mirrored/test-mended",
    check: checkMended,
    right: [
      mended(),
      mended({
        a: [7, "#SBATCH --gpus-per-node=4"],
        b: [8, "#SBATCH -t 2:30:00"],
        c: [5, "#SBATCH -n 1"],
      }),
    ],
    wrong: [
      { what: "fewer devices", answer: mended({ a: [11, mendedA] }), says: /training itself is right/ },
      { what: "more cores", answer: mended({ a: [6, "#SBATCH --cpus-per-task=20"] }), says: /asks for 1 GPUs/ },
      { what: "hours as seconds", answer: mended({ b: [8, "#SBATCH --time=0:120"] }), says: /after 2 minutes/ },
      { what: "a whole day", answer: mended({ b: [8, "#SBATCH --time=1-0"] }), says: /waits long/ },
      { what: "two nodes", answer: mended({ c: [4, "#SBATCH --nodes=2"] }), says: /by itself/ },
      { what: "the intention changed", answer: mended({ c: [2, "# Trains twice."] }), says: /what is wanted/ },
    ],
  }),
  exercise({
    cell: "02-mirrored/test-job-script",
    check: checkJobScript,
    right: [
      written,
      (gpus) =>
        `#!/bin/sh -l\n#SBATCH --cpus-per-task=8\n#SBATCH --time=00:10:00\n${gpus > 0 ? `#SBATCH --gpus=${gpus}\n` : ""}\ncd "$HOME"\n` +
        `node workbook run 02-mirrored/train --devices=${gpus || 2} --device=${gpus ? "gpu" : "cpu"} --batch-size=${2048 * gpus || 32}\n`,
    ],
    // The slips are parts of scripts: these are what the parts are read from.
    wrong: [
      { what: "a process for each GPU", answer: writtenBut("--ntasks=1", "--ntasks=2") },
      { what: "no first line", answer: writtenBut("#!/bin/bash", ""), says: /first line/ },
      { what: "no time limit", answer: writtenBut("#SBATCH -t 30", "#"), says: /--time/ },
      { what: "two trainings", answer: writtenBut("srun", "node workbook run 02-mirrored/train --devices 1\nsrun") },
      { what: "the batch of one device", answer: writtenBut(/4096$/, "2048"), says: /global batch/ },
      {
        what: "an option after the command",
        answer: (gpus) => `${writtenBut(/#SBATCH --gres.*/, "")(gpus)}\n#SBATCH --gres=gpu:2`,
        says: /gets no GPU/,
      },
    ],
  }),
];
