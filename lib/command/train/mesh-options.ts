import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { MOST_DEVICES, MOST_MICROBATCHES } from "../../sharding/limits";
import { isTextModel } from "./by-model";
import { whole, type FlagsOf } from "../values";

/** The options that divide a model among the devices of a mesh, and a GPU into such devices. */
export const meshOptions = () =>
  new Command()
    .option(
      "--zero <stage>",
      "ZeRO: divide the training state along the axis data: 1 the optimizer's numbers, 2 gradients, too, 3 weights, too",
      zeroStage,
    )
    .option(
      "--mesh <axes>",
      "lay out all devices of all processes: data=2,stage=2,tensor=2; those along stage have parts of the model that " +
        "follow one another, those along tensor share each layer; with --zero, copies=2,data=4 keeps 2 copies, each divided among 4",
      meshShape,
    )
    .option(
      "--microbatches <number>",
      "with stages: into how many parts each copy's rows are cut; default: 1",
      whole(1, MOST_MICROBATCHES),
    )
    .option("--stages <number>", "with stages: how many there are; default: one on each device", whole(1, MOST_DEVICES))
    .addOption(
      new Option("--schedule <name>", "with stages: the order of their tasks; default: 1f1b").choices([
        "1f1b",
        "gpipe",
      ]),
    )
    .option("--sequence", "with the axis tensor: share the tokens between layers, too")
    .option("--checkpoint-activations", "keep only each block's input, and compute the block again going backward")
    .option("--memory", "record what each device holds, at rest and at the most")
    .option(
      "--virtual-gpus <number>",
      "divide the first GPU into this many, to try what several GPUs do; nothing gets faster",
      whole(2, MOST_DEVICES),
    );

/** The flags of {@link meshOptions}. */
export type MeshFlags = FlagsOf<typeof meshOptions>;

/** Whether flags ask for a model that is divided among the devices of a mesh. */
export const isDivided = ({ zero, mesh }: MeshFlags): boolean => zero !== undefined || mesh !== undefined;

/** What is wrong with flags that go together, in one line; undefined where nothing is. */
export function meshProblem(
  flags: MeshFlags & {
    model: string;
    strategy: string;
    device?: "cpu" | "gpu";
    devices?: number;
  },
): string | undefined {
  const { zero, mesh, sequence, model, strategy, devices } = flags;
  if (isDivided(flags) && strategy !== "one-device")
    return "--zero and --mesh take the devices of all processes: leave --strategy out";
  if (flags.virtualGpus !== undefined && strategy === "one-device" && !isDivided(flags))
    return "--virtual-gpus needs --strategy mirrored or multi-worker, --zero, or --mesh";
  if (flags.virtualGpus !== undefined && flags.device === "cpu")
    return "--virtual-gpus divides a GPU: leave --device cpu out";
  if (mesh && devices !== undefined) return "--mesh says how many devices there are: leave --devices out";
  const ofStages = [flags.microbatches, flags.stages, flags.schedule].some((flag) => flag !== undefined);
  if (ofStages && mesh?.stage === undefined)
    return "--microbatches, --stages and --schedule need the axis stage: --mesh stage=2";
  if (sequence && mesh?.tensor === undefined) return "--sequence needs the axis tensor: --mesh tensor=2";
  if (zero !== undefined && mesh && mesh.data === undefined) return "--zero needs the axis data: --mesh data=2";
  if (zero !== undefined && (mesh?.stage ?? mesh?.tensor) !== undefined)
    return "--zero divides along data, and the axes stage and tensor divide the model themselves: leave one of them out";
  if (zero === undefined && mesh && (mesh.stage ?? mesh.tensor) === undefined)
    return "--mesh has neither stage nor tensor: add --zero, or take --strategy mirrored for copies";
  if (zero === undefined && mesh?.copies !== undefined)
    return "--mesh has the axis copies, which goes with --zero: name the copies of layers and stages data";
  if (zero === undefined && mesh && !isTextModel(model))
    return `${model} has no layers or stages that devices could share: take a gpt, or --zero`;
  return undefined;
}

function zeroStage(text: string): 1 | 2 | 3 {
  if (text === "1" || text === "2" || text === "3") return Number(text) as 1 | 2 | 3;
  throw new InvalidArgumentError("It must be 1, 2 or 3.");
}

function meshShape(text: string): Record<string, number> {
  const known = ["copies", "data", "stage", "tensor"];
  const axes = text.split(",").map((axis) => {
    const [, name, length] = /^([a-z]+)=([1-9]\d*)$/.exec(axis) ?? [];
    if (known.includes(name)) return [name, Number(length)] as const;
    throw new InvalidArgumentError(
      `Write axes with their lengths, as in data=2,stage=2,tensor=2; there is no "${axis}" among ${known.join(", ")}.`,
    );
  });
  if (new Set(axes.map(([name]) => name)).size < axes.length) throw new InvalidArgumentError("Name each axis once.");
  const devices = axes.reduce((product, [, length]) => product * length, 1);
  if (devices > MOST_DEVICES)
    throw new InvalidArgumentError(`It has ${devices} devices, but may have ${MOST_DEVICES}: shorten its axes.`);
  return Object.fromEntries(axes);
}
