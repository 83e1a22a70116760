import { gpt, type GptOptions } from "../../lib/models";
import { fullyShard, mesh, pipeline, tensorParallel, type ShardedModel } from "../../lib/sharding";

/** A way to keep a model's training on devices. */
export interface Arrangement {
  name: string;
  devices: number;
  make(sizes: GptOptions): ShardedModel;
}

/** Rows of tokens of a step. */
export const rows = 4;

/** From one device alone to four devices with all that saves memory. */
export const arrangements: readonly Arrangement[] = [
  { name: "one device", devices: 1, make: (sizes) => alone(sizes) },
  {
    name: "one device, activations computed again",
    devices: 1,
    make: (sizes) => alone({ ...sizes, checkpoint: true }),
  },
  { name: "ZeRO-1", devices: 4, make: (sizes) => zero(sizes, 1) },
  { name: "ZeRO-2", devices: 4, make: (sizes) => zero(sizes, 2) },
  { name: "ZeRO-3", devices: 4, make: (sizes) => zero(sizes, 3) },
  {
    name: "layers and tokens shared",
    devices: 4,
    make: (sizes) => tensorParallel(gpt(sizes), { mesh: mesh({ tensor: 4 }), sequence: true }),
  },
  {
    name: "4 stages, 1F1B",
    devices: 4,
    make: (sizes) => pipeline(gpt(sizes), { mesh: mesh({ stage: 4 }), microbatches: rows }),
  },
  {
    name: "ZeRO-3, activations computed again",
    devices: 4,
    make: (sizes) => zero({ ...sizes, checkpoint: true }, 3),
  },
];

const zero = (sizes: GptOptions, level: 1 | 2 | 3): ShardedModel =>
  fullyShard(gpt(sizes), { mesh: mesh({ data: 4 }), level });

/** One stage with all of the model. */
const alone = (sizes: GptOptions): ShardedModel => pipeline(gpt(sizes), { mesh: mesh({ stage: 1 }), microbatches: 1 });
