import { gptSizes } from "./gpt-sizes";
import { roughMultiplyAdds } from "./known";
import { cifarResNetStacks, resNetV2Stacks, type CifarResNetName, type ResNetV2Name } from "./stacks";

/** The models whose layers are counted. */
export type CountedName = ResNetV2Name | CifarResNetName;

const isForCifar = (name: CountedName): name is CifarResNetName => name in cifarResNetStacks;

/** The width of a convolution's output on images `width` wide. */
function widthAfter(width: number, kernel: number, strides: number, padding: number): number {
  return Math.floor((width + 2 * padding - kernel) / strides) + 1;
}

/** The sizes of one convolution on one image. */
interface Convolution {
  /** Height and width of its input and of its output. */
  from: number;
  to: number;
  kernel: number;
  channels: number;
  filters: number;
}

/** The convolutions of a model on one image, in their order. */
export const convolutions = (name: CountedName, imageSize: number): Generator<Convolution> =>
  isForCifar(name) ? ofCifarResNet(name, imageSize) : ofResNetV2(name, imageSize);

function* ofCifarResNet(name: CifarResNetName, imageSize: number): Generator<Convolution> {
  const stacks = cifarResNetStacks[name];
  let width = imageSize;
  let [[, channels]] = stacks;
  yield { from: width, to: width, kernel: 3, channels: 3, filters: channels };
  for (const [blocks, filters] of stacks) {
    for (let block = 1; block <= blocks; block++) {
      const halves = filters > channels;
      const to = halves ? Math.ceil(width / 2) : width;
      yield { from: width, to, kernel: 3, channels, filters };
      yield { from: to, to, kernel: 3, channels: filters, filters };
      // It reads every other pixel.
      if (halves) yield { from: to, to, kernel: 1, channels, filters };
      [width, channels] = [to, filters];
    }
  }
}

function* ofResNetV2(name: ResNetV2Name, imageSize: number): Generator<Convolution> {
  const stacks = resNetV2Stacks[name];
  let width = widthAfter(imageSize, 7, 2, 3);
  yield { from: imageSize, to: width, kernel: 7, channels: 3, filters: 64 };
  width = widthAfter(width, 3, 2, 1);
  let channels = 64;
  for (const [stack, [blocks, filters]] of stacks.entries()) {
    for (let block = 1; block <= blocks; block++) {
      const halves = block === blocks && stack < stacks.length - 1;
      const to = halves ? widthAfter(width, 3, 2, 1) : width;
      const expanded = 4 * filters;
      yield { from: width, to: width, kernel: 1, channels, filters };
      yield { from: width, to, kernel: 3, channels: filters, filters };
      yield { from: to, to, kernel: 1, channels: filters, filters: expanded };
      if (block === 1) yield { from: width, to, kernel: 1, channels, filters: expanded };
      width = to;
      channels = expanded;
    }
  }
}

/** The inputs of the last layer. */
const featuresOf = (name: CountedName): number =>
  isForCifar(name) ? cifarResNetStacks[name].at(-1)![1] : 4 * resNetV2Stacks[name].at(-1)![1]; // every model has a stack

/**
 * The multiply-adds of a model's forward pass on one image: a multiplication and an addition each, in the convolutions and
 * the last layer. BatchNorm, ReLU, pooling and the shortcuts' additions are left out; they are less than 2 % of it. The
 * backward pass takes about twice as many: once for the gradients of the weights, once for those of the activations.
 * @param imageSize Height and width of the images, in pixels.
 * @example
 * multiplyAdds("resnet50v2", 128) / 1e9 // billions for each image
 */
export function multiplyAdds(name: CountedName, imageSize: number, classes = 10): number {
  let total = featuresOf(name) * classes;
  for (const { to, kernel, channels, filters } of convolutions(name, imageSize)) {
    total += to ** 2 * kernel ** 2 * channels * filters;
  }
  return total;
}

/** What a model computes on: images of a size, or rows of tokens. */
interface WorkSizes {
  imageSize?: number;
  /** Tokens of a row. */
  context?: number;
  /** Classes, or different tokens. */
  classes: number;
}

/**
 * The floating-point operations of a model's forward pass on one image or row, two for each multiply-add; undefined for a model whose
 * layers are not counted. The backward pass takes twice as many, so a training step has three times as many for each image.
 */
export function forwardOperations(model: string, { imageSize, context, classes }: WorkSizes): number | undefined {
  const name = model.toLowerCase();
  if (context !== undefined) return ofGpt(name, context, classes);
  if (imageSize === undefined) return undefined;
  const isCounted = (known: string): known is CountedName =>
    Object.hasOwn(cifarResNetStacks, known) || Object.hasOwn(resNetV2Stacks, known);
  const counted = isCounted(name) ? multiplyAdds(name, imageSize, classes) : roughMultiplyAdds(name, imageSize);
  return counted && 2 * counted;
}

/**
 * Of a GPT's row. Attention counts as a whole, also what the causal mask hides (A. Chowdhery et al., PaLM, 2022, appendix B).
 * @param name A known size, or layers and width: `gpt-4x128`.
 */
function ofGpt(name: string, context: number, vocabulary: number): number | undefined {
  const [, ofLayers, ofWidth] = /^gpt-(\d+)x(\d+)$/.exec(name) ?? [];
  const isKnown = (size: string): size is keyof typeof gptSizes => Object.hasOwn(gptSizes, size);
  if (ofLayers === undefined && !isKnown(name)) return undefined;
  const { layers, width } = isKnown(name) ? gptSizes[name] : { layers: Number(ofLayers), width: Number(ofWidth) };
  const multiplyAddsOfToken = layers * (12 * width ** 2 + 2 * context * width) + vocabulary * width;
  return 2 * multiplyAddsOfToken * context;
}
