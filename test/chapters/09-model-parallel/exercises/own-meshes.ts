import { lossesOf } from "../../../../lib/checks";
import { checkOwnMeshes, type MeshResults } from "../../../../chapters/09-model-parallel/measured/model-parallel";
import { guess, slip } from "../../../checks/exercise";
import { measured, type Handed } from "../../../checks/measured/lessons";
import { meshRuns } from "../../../checks/measured/mesh-runs";

const results =
  (changed: Partial<MeshResults> = {}, runs: Handed = meshRuns()) =>
  (): MeshResults => {
    const [one, two, cube] = ["one", "tensor-2", "cube"].map((name) => runs.get(`results/mesh-${name}.json`)!);
    const losses = lossesOf(cube);
    return {
      tensorBytes: two.sentBytes!.tensor[0],
      atRest: two.deviceMemory!.atRest[0] / one.deviceMemory!.atRest[0],
      apart: Math.max(...lossesOf(one).map((loss, step) => Math.abs(losses[step] - loss) / loss)),
      ...changed,
    };
  };

export const exercises = [
  measured(
    "09-model-parallel/test-own-meshes",
    checkOwnMeshes,
    meshRuns(),
    ["results/mesh-*.json", "results/cluster-mesh-*.json"],
    {
      right: results({ tensorBytes: 8_388_608 }),
      wrong: [
        slip("upside down", /Upside down/, results({ atRest: 1 / results()().atRest })),
        guess("equal losses that were not measured", results({ apart: 0 })),
        guess("somebody else's numbers", results({}, meshRuns({ seed: 2 }))),
      ],
    },
  ),
];
