import { expect, it } from "vitest";
import { Mesh } from "../../lib/sharding";
import { meet } from "../../lib/sharding/meeting";
import { MirroredStrategy } from "../../lib/strategy";

const axes = [
  { name: "data", size: 2 },
  { name: "tensor", size: 3 },
];
const started = new MirroredStrategy({ device: "cpu", devices: 6 });

it("devices that TensorFlow numbers as the mesh does meet", () => {
  expect(() => {
    meet(new Mesh(axes, started));
  }).not.toThrow();
});

it("devices that it numbers otherwise are refused in a line", () => {
  // TensorFlow goes by the names of CPU devices, and on GPUs by how they are linked.
  const [first, ...others] = started.placement.devices;
  const devices = [...others, first];
  const other = { ...started, dispose: () => undefined, placement: { ...started.placement, devices } };
  expect(() => {
    meet(new Mesh(axes, other));
  }).toThrow(
    /^TensorFlow numbers the 2 GPUs along data by how they are linked, .*: list them in CUDA_VISIBLE_DEVICES .*, or make/,
  );
});
