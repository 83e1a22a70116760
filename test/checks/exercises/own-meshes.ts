import { checkOwnMeshes, type MeshResults } from "../../../lib/checks";
import type { RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";
import { handedIn, type Handed } from "../measured/lessons";
import { meshRuns } from "../measured/mesh-runs";

const losses = (run: RunRecord) => run.epochs[0].steps.loss;

const results =
  (changed: Partial<MeshResults> = {}, runs: Handed = meshRuns()) =>
  (): MeshResults => {
    const [one, two, cube] = ["one", "tensor-2", "cube"].map((name) => runs.get(`results/mesh-${name}.json`)!);
    return {
      tensorBytes: two.sentBytes!.tensor[0],
      atRest: two.deviceMemory!.atRest[0] / one.deviceMemory!.atRest[0],
      apart: Math.max(...losses(one).map((loss, step) => Math.abs(losses(cube)[step] - loss) / loss)),
      ...changed,
    };
  };

const files = ["results/mesh-*.json", "results/cluster-mesh-*.json"];

export const exercises = [
  exercise<() => MeshResults>({
    what: "what was measured with meshes",
    cell: "09-model-parallel/test-own-meshes",
    ownRecords: handedIn(meshRuns()),
    check: (answer) => checkOwnMeshes(answer, handedIn(meshRuns())(...files)),
    right: [results(), results({ apart: Number(results()().apart.toPrecision(5)), tensorBytes: 8_388_608 })],
    wrong: [
      {
        what: "both devices' bytes",
        answer: results({ tensorBytes: 2 * 8_388_608 }),
        says: /both devices send together/,
      },
      { what: "megabytes", answer: results({ tensorBytes: 8.388608 }), says: /no megabytes/ },
      { what: "half", answer: results({ atRest: 0.5 }), says: /not everything is cut/ },
      { what: "upside down", answer: results({ atRest: 1 / results()().atRest }), says: /Upside down/ },
      { what: "equal losses that were not measured", answer: results({ apart: 0 }) },
      { what: "somebody else's numbers", answer: results({}, meshRuns({ seed: 2 })) },
    ],
  }),
];
