import { lossesOf } from "../../../../lib/checks";
import { checkOwnMeshes, type MeshResults } from "../../../../chapters/09-model-parallel/measured/model-parallel";
import { exercise } from "../../../checks/exercise";
import { handedIn, type Handed } from "../../../checks/measured/lessons";
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
  exercise<() => MeshResults>({
    cell: "09-model-parallel/test-own-meshes",
    ownRecords: handedIn(meshRuns()),
    check: (answer) =>
      checkOwnMeshes(answer, handedIn(meshRuns())("results/mesh-*.json", "results/cluster-mesh-*.json")),
    right: results({ tensorBytes: 8_388_608 }),
    wrong: [
      { what: "upside down", answer: results({ atRest: 1 / results()().atRest }), says: /Upside down/ },
      { what: "equal losses that were not measured", answer: results({ apart: 0 }) },
      { what: "somebody else's numbers", answer: results({}, meshRuns({ seed: 2 })) },
    ],
  }),
];
