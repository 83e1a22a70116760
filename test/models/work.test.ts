import { expect, it, vi } from "vitest";
import { modelNamed, multiplyAdds, type CifarResNetName, type ResNetV2Name } from "../../lib/models";
import { activationsMoved } from "../../chapters/01-one-device/training-work";
import { capture, TensorSpec, tf } from "../../lib/tensorflow";
import { Graph, type Node } from "../../lib/tensorflow/capture/graph";

// From Keras 3.15.1: kernel size x output rows x output columns, summed over the Conv2D and Dense layers of
// keras.applications' models, and of those of make_fixture.py, with 10 classes.
const keras: [ResNetV2Name | CifarResNetName, number, number][] = [
  ["resnet50v2", 32, 71_045_120],
  ["resnet50v2", 75, 479_660_800],
  ["resnet50v2", 128, 1_136_414_720],
  ["resnet50v2", 224, 3_480_227_840],
  ["resnet101v2", 75, 953_158_400],
  ["resnet101v2", 128, 2_348_568_576],
  ["resnet152v2", 32, 222_564_352],
  ["resnet152v2", 75, 1_426_656_000],
  ["resnet152v2", 128, 3_560_722_432],
  ["resnet20", 32, 40_813_184],
  ["resnet32", 75, 386_359_472],
  ["resnet44", 32, 97_436_288],
  ["resnet44", 75, 544_662_704],
  ["resnet56", 64, 502_989_440],
];

it.each(keras)("%s at %i pixels takes as many multiply-adds as Keras's layers", (name, imageSize, expected) => {
  expect(multiplyAdds(name, imageSize)).toBe(expected);
});

it("counts the last layer by its classes", () => {
  expect(multiplyAdds("resnet50v2", 64, 1000) - multiplyAdds("resnet50v2", 64, 10)).toBe(990 * 2048);
});

it.each([
  ["resnet50v2", 64],
  ["resnet50v2", 75],
  ["resnet152v2", 32],
  ["resnet20", 32],
  ["resnet44", 75],
] as const)("%s at %i pixels computes and moves what the products of its captured graph do", (name, imageSize) => {
  const op = vi.spyOn(Graph.prototype, "op");
  const model = modelNamed(name, { inputShape: [imageSize, imageSize, 3], classes: 10 });
  const forward = capture((images: tf.Tensor4D) => tf.tidy(() => model.apply(images, { training: true })));
  const { multiplyAdds: computed } = forward.work(new TensorSpec([1, imageSize, imageSize, 3]));
  const numbers = ({ shape }: Node) => shape.reduce((product, length) => product * length, 1);
  let moved = 0;
  const unpadded = new Map<Node, Node>(); // the zeros around an image are not moved
  op.mock.calls.forEach(([kind, , [input]], call) => {
    const [output] = op.mock.results[call].value as Node[];
    if (kind === "Pad") unpadded.set(output, input);
    // A convolution of 1x1 is a matrix product.
    if (kind === "Conv2D" || kind === "MatMul") moved += numbers(unpadded.get(input) ?? input) + numbers(output);
  });
  op.mockRestore();
  model.dispose();
  expect(activationsMoved(name, imageSize)).toBe(moved);
  expect(multiplyAdds(name, imageSize)).toBe(computed);
});
