import { checkDeeperJob } from "../../../../solutions/03-deeper-model/exercises/deeper-job";
import { exercise, guess, slip } from "../../../checks/exercise";

const PROGRAM = "run results/programs/own-deeper.mts --device gpu --devices 4 --batch-size 4096 --epochs 2";
const script = (options: string, command = `srun ./workbook ${PROGRAM}`, before = "#!/bin/bash\n") =>
  `${before}#SBATCH ${options}\n\n${command}\n`;

export const exercises = [
  exercise<() => string>("03-deeper-model/test-deeper-job", checkDeeperJob, {
    right: [
      () => script("--nodes=1 --ntasks=1 --cpus-per-task=80\n#SBATCH --gres=gpu:4\n#SBATCH --time=00:30:00"),
      () =>
        script(
          "-N 1 -n 1 -c 64\n#SBATCH --gpus-per-node=h100:4\n#SBATCH -t 20\n#SBATCH --output=%x.txt",
          [
            "export WORKBOOK_RECORD=$PWD/results/own-deeper.json",
            "node workbook run results/programs/own-deeper.mts \\",
            "  --devices=4 --device=gpu \\",
            "  --batch-size=4096",
          ].join("\n"),
          "#!/bin/sh\n",
        ),
    ],
    wrong: [
      slip("30 hours", /Ask for 5 to 60/, () => script("-n 1 -c 80 --gres=gpu:4 -t 30:00:00")),
      slip("no time limit", /no time limit/, () => script("-n 1 -c 80 --gres=gpu:4")),
      guess("options after the first command", () =>
        script("-n 1 -c 80 --gres=gpu:4 -t 30", undefined, "#!/bin/bash\ncd $HOME\n"),
      ),
      slip(
        "every mistake at once", // each is a slip, which this shows to be read from a script
        /no empty line[^]*from one process[^]*no GPU[^]*Your own program is in[^]*all devices together/,
        () => script("-n 4 -c 80 -t 30", "./workbook run train --batch-size 1024", "\n#!/bin/bash\n"),
      ),
    ],
  }),
];
