import { expect, it } from "vitest";
import { scriptCommands, scriptGpus, scriptOptions } from "../../lib/slurm/script-options";

it("the options of a job script are read by their long names, as sbatch reads them", () => {
  const script = `#!/bin/bash
#SBATCH --job-name=mirrored
#SBATCH -N 2 -n4
#SBATCH --gres gpu:h100:2   # of each node
#SBATCH --exclusive
#SBATCH --time=00:10:00
#SBATCH --time=00:20:00
##SBATCH --nodes=9
# a comment

srun hostname
#SBATCH --nodes=7
`;
  expect(Object.fromEntries(scriptOptions(script))).toEqual({
    ...{ "job-name": "mirrored", nodes: "2", ntasks: "4", gres: "gpu:h100:2", exclusive: "", time: "00:20:00" },
  });
});

it("the commands of a job script are its lines without comments, continued lines joined", () => {
  const script =
    "#!/bin/bash\n#SBATCH -N 1\n\nmodule load node\n  # on all cores\nsrun node train.mjs \\\n     --epochs 2\n";
  expect(scriptCommands(script)).toEqual(["module load node", "srun node train.mjs  --epochs 2"]);
});

it.each([
  ["--gres=gpu:2", 2],
  ["--gres=gpu:h100:4", 4],
  ["--gres=gpu", 1],
  ["--gres=shard:3,gpu:1", 1],
  ["--gpus-per-node=a100:2", 2],
  ["-G 8", 8],
  ["--nodes=1", undefined],
])("the GPUs of %s", (option, gpus) => {
  expect(scriptGpus(scriptOptions(`#!/bin/bash\n#SBATCH ${option}\n`))).toBe(gpus);
});
