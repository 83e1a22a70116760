import { checkDeeperJob } from "../../../lib/checks";
import { exercise } from "../exercise";

const script = ({
  shell = "#!/bin/bash",
  options = ["--nodes=1", "--ntasks=1", "--cpus-per-task=80", "--gres=gpu:4", "--time=00:30:00"],
  command = "srun ./workbook run results/programs/own-deeper.mts --device gpu --devices 4 --batch-size 4096 --epochs 2",
} = {}): string => `${[shell, ...options.map((option) => `#SBATCH ${option}`), "", command].join("\n")}\n`;

const asked = (...options: string[]) => script({ options });

export const exercises = [
  exercise<() => string>({
    what: "a job for the own program",
    cell: "03-deeper-model/test-deeper-job",
    check: checkDeeperJob,
    right: [
      () => script(),
      () =>
        script({
          shell: "#!/bin/sh",
          options: ["-N 1 -n 1 -c 64", "--gpus-per-node=h100:4", "-t 20", "--output=%x.txt"],
          command: [
            "export WORKBOOK_RECORD=$PWD/results/own-deeper.json",
            "node workbook run results/programs/own-deeper.mts \\",
            "  --devices=4 --device=gpu \\",
            "  --batch-size=4096",
          ].join("\n"),
        }),
    ],
    wrong: [
      {
        what: "a task for each GPU",
        answer: () => asked("--ntasks=4", "--cpus-per-task=20", "--gres=gpu:4", "--time=30"),
        says: /from one process/,
      },
      {
        what: "no GPUs",
        answer: () => asked("--ntasks=1", "--cpus-per-task=80", "--time=30"),
        says: /no GPU/,
      },
      {
        what: "the batch of one device",
        answer: () =>
          script({
            command: "./workbook run results/programs/own-deeper.mts --device gpu --devices 4 --batch-size 1024",
          }),
        says: /all devices together/,
      },
      {
        what: "the lesson's program",
        answer: () =>
          script({ command: "./workbook run 03-deeper-model/train --device gpu --devices 4 --batch-size 4096" }),
        says: /Your own program is in/,
      },
      {
        what: "options after the first command",
        answer: () => `#!/bin/bash\ncd $HOME\n${script().split("\n").slice(1).join("\n")}`,
      },
      {
        what: "no time limit",
        answer: () => asked("--ntasks=1", "--cpus-per-task=80", "--gres=gpu:4"),
        says: /no time limit/,
      },
      {
        what: "30 hours",
        answer: () => asked("-n 1", "-c 80", "--gres=gpu:4", "-t 30:00:00"),
        says: /Ask for 5 to 60/,
      },
      { what: "an empty first line", answer: () => `\n${script()}`, says: /no empty line/ },
    ],
  }),
];
