import { expect, it } from "vitest";
import { type Check, type OwnRecord } from "../../../../lib/checks";
import { checkOwnMeshes } from "../../../../chapters/09-model-parallel/measured/model-parallel";
import { handedIn, type Handed } from "../../../checks/measured/lessons";
import { meshRuns } from "../../../checks/measured/mesh-runs";

const results = () => ({ tensorBytes: 8_388_608, atRest: NaN, apart: NaN });
const files = ["results/mesh-*.json", "results/cluster-mesh-*.json"];
const failures = ({ lines }: Check) => lines.filter((line) => !line.startsWith("✓")).join("\n");
const check = (runs: Handed) => failures(checkOwnMeshes(results, handedIn(runs)(...files)));
const cube = "results/mesh-cube.json";

it("names losses that differ by more than rounding, another mesh, and a missing run", () => {
  expect(check(meshRuns({ otherLosses: 0.02 }))).toMatch(/which is more than rounding/);
  expect(check(meshRuns())).not.toMatch(/rounding/);
  const other = meshRuns();
  other.set(cube, other.get("results/mesh-tensor-2.json")!);
  expect(check(other)).toMatch(/copy of|devices along data/);
  const two = meshRuns();
  two.delete(cube);
  expect(check(two)).toMatch(/mesh-cube.json: not there/);
});

it("asks nobody without a cluster for its jobs, where there are no records or broken ones", () => {
  expect(check(new Map())).toMatch(/✗ results\/mesh-one.json: not there/);
  expect(check(new Map())).not.toMatch(/cluster/);
  const [, jobs] = handedIn(new Map())(...files);
  const broken = ["one", "tensor-2", "cube"].map((name): OwnRecord => ({ file: `results/mesh-${name}.json`, wrong: "no run" })); // prettier-ignore
  const found = failures(checkOwnMeshes(results, [...broken, jobs]));
  expect(found).toMatch(/✗ results\/mesh-one.json: no run/);
  expect(found).not.toMatch(/cluster/);
});
