import type { GptOptions } from "../../lib/models";
import { fullyShard, pipeline, tensorParallel } from "../../lib/sharding";
import { OneDeviceStrategy, type Strategy } from "../../lib/strategy";

/** A way to keep a model's training on devices. */
export interface Arrangement {
  name: string;
  devices: number;
  strategy(): Strategy;
  /** What is said of the model. */
  more?: Partial<GptOptions>;
}

/** Rows of tokens of a step. */
export const rows = 4;

const again = { checkpoint: true };

/** From one device alone to four devices with all that saves memory. */
export const arrangements: readonly Arrangement[] = [
  { name: "one device", devices: 1, strategy: () => new OneDeviceStrategy() },
  { name: "one device, activations computed again", devices: 1, strategy: () => new OneDeviceStrategy(), more: again },
  { name: "ZeRO-1", devices: 4, strategy: () => fullyShard({ devices: 4, zero: 1 }) },
  { name: "ZeRO-2", devices: 4, strategy: () => fullyShard({ devices: 4, zero: 2 }) },
  { name: "ZeRO-3", devices: 4, strategy: () => fullyShard({ devices: 4, zero: 3 }) },
  { name: "layers and tokens shared", devices: 4, strategy: () => tensorParallel({ tensor: 4, sequence: true }) },
  { name: "4 stages, 1F1B", devices: 4, strategy: () => pipeline({ stages: 4, microbatches: rows }) },
  {
    name: "ZeRO-3, activations computed again",
    devices: 4,
    strategy: () => fullyShard({ devices: 4, zero: 3 }),
    more: again,
  },
];
