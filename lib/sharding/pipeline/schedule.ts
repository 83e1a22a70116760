/** A piece of a pipeline's work: one microbatch goes through one stage, forward (F) or backward (B). All numbers count from 0. */
export interface Task {
  readonly does: "F" | "B";
  readonly stage: number;
  readonly microbatch: number;
}

/** What each device of a pipeline does, one task after another. Stage s is on device s modulo the number of devices. */
export type Schedule = readonly (readonly Task[])[];

/** The sizes of a pipeline. */
export interface PipelineSize {
  devices: number;
  /** As many as devices, or a multiple: a device then has every so-many-th stage. */
  stages: number;
  microbatches: number;
}

/** A microbatch goes forward through a stage. */
export const forward = (stage: number, microbatch: number): Task => ({ does: "F", stage, microbatch });

/** A microbatch goes backward through a stage. */
export const backward = (stage: number, microbatch: number): Task => ({ does: "B", stage, microbatch });

const range = (count: number): number[] => [...Array(count).keys()];

/** The stages of a device, the first that a microbatch comes to first. */
const stagesOn = (device: number, { devices, stages }: PipelineSize): number[] =>
  range(stages).filter((stage) => stage % devices === device);

/** All microbatches forward, then all backward (Y. Huang et al., GPipe, 2019). */
export function gpipe(size: PipelineSize): Schedule {
  const each = range(size.microbatches);
  return range(size.devices).map((device) => {
    const own = stagesOn(device, size);
    return [
      ...own.flatMap((stage) => each.map((microbatch) => forward(stage, microbatch))),
      ...own.reverse().flatMap((stage) => each.map((microbatch) => backward(stage, microbatch))),
    ];
  });
}

/**
 * One forward, one backward: a device goes backward as soon as it can, so that it never keeps more microbatches' activations than there
 * are stages behind it (D. Narayanan et al., PipeDream, 2019). With several stages on a device they are interleaved: the microbatches go
 * in groups of as many as there are devices through one stage after another (D. Narayanan et al., Efficient Large-Scale Language Model
 * Training on GPU Clusters Using Megatron-LM, 2021).
 * @throws one line when stages are interleaved and the microbatches cannot be grouped.
 */
export function oneForwardOneBackward(size: PipelineSize): Schedule {
  const { devices, stages, microbatches } = size;
  const chunks = stages / devices;
  if (chunks > 1 && microbatches % devices !== 0) {
    throw new Error(
      `${microbatches} microbatches cannot go through interleaved stages on ${devices} devices: make their number a multiple of ${devices}.`,
    );
  }
  return range(devices).map((device) => {
    const own = stagesOn(device, size);
    const total = microbatches * chunks;
    const place = (count: number) => ({
      chunk: Math.floor((count % (devices * chunks)) / devices),
      microbatch: Math.floor(count / (devices * chunks)) * devices + (count % devices),
    });
    const at = (count: number) => (chunks === 1 ? { chunk: 0, microbatch: count } : place(count));
    const forwards = range(total)
      .map(at)
      .map(({ chunk, microbatch }) => forward(own[chunk], microbatch));
    const backwards = range(total)
      .map(at)
      .map(({ chunk, microbatch }) => backward(own[chunks - 1 - chunk], microbatch));
    const ahead = devices - 1 - device;
    const first = Math.min(total, chunks === 1 ? ahead : 2 * ahead + (chunks - 1) * devices);
    const alternating = backwards.flatMap((task, index) => [...forwards.slice(first + index, first + index + 1), task]);
    return [...forwards.slice(0, first), ...alternating];
  });
}
