import { InvalidArgumentError } from "@commander-js/extra-typings";
import { forwardOperations, gptSizes } from "../../lib/models";
import { classes } from "../turns/images";
import { vocabulary } from "../transformer/tokens";

/** What is trained: a network, and the images or rows of a step. */
export interface Workload {
  /** As `--workloads` names it. */
  name: string;
  network: string;
  batch: number;
  /** Of a GPT. */
  sizes?: (typeof gptSizes)[keyof typeof gptSizes];
}

const networks = ["resnet50v2", ...Object.keys(gptSizes)];

/** Parses `resnet50v2:256`. */
export function workload(name: string): Workload {
  const [network, batch, ...more] = name.split(":");
  if (!networks.includes(network) || !/^[1-9]\d{0,5}$/.test(batch) || more.length > 0)
    throw new InvalidArgumentError(
      `"${name}" is no network with a batch, as in gpt-10m:64: take ${networks.join(", ")}.`,
    );
  const sizes = network === "resnet50v2" ? undefined : gptSizes[network as keyof typeof gptSizes]; // it is one of its keys
  return { name, network, batch: Number(batch), sizes };
}

/** Images of a step, or tokens. */
export const unitsOf = ({ batch, sizes }: Workload): number => batch * (sizes?.context ?? 1);

/** Floating-point operations of a training step: three times those of the forward pass. */
export function operationsOf({ network, batch, sizes }: Workload, imageSize: number): number {
  const data = sizes ? { context: sizes.context, classes: vocabulary } : { imageSize, classes };
  return 3 * batch * forwardOperations(network, data)!; // all of these are counted
}
