import { failed, gigabytes, type Check } from "../check";

// On a CPU, the addresses of the training's process are limited: the machine's memory must stay free for others.
const MORE_ADDRESSES = 2e9;

/** A batch that cannot fit ends the run with a batch size that should fit, and nothing else. */
export const outOfMemory: Check = {
  id: "out-of-memory",
  name: "a batch too large for the memory",
  run: async (machine) => {
    const onGpu = machine.device === "gpu";
    const { memory } = await machine.train(machine.on(1));
    // Larger images need fewer of them, which takes less time to make up.
    const larger = onGpu ? 1 : 4;
    const bytesPerImage = larger ** 2 * (memory?.bytesPerImage ?? 1e6);
    const room = onGpu ? Math.max(...machine.found.gpus.map(({ bytes }) => bytes)) : MORE_ADDRESSES;
    // Twice what the memory holds by the estimate, so that an estimate that is too high by half is enough, too.
    const batchSize = 2 ** Math.ceil(Math.log2((2 * room) / bytesPerImage));
    const options = onGpu ? {} : { addressBytes: machine.found.addressBytes + MORE_ADDRESSES };
    const imageSize = larger * machine.sizes.imageSize;
    const { run, reason } = await machine.attempt({ ...machine.on(1), imageSize, batchSize, steps: 1 }, options);
    const numbers = { "batch size": batchSize, "suggested batch size": run?.suggestedBatchSize ?? 0 };
    const tried = `${batchSize.toLocaleString("en-US")} images did not fit in ${gigabytes(room)}`;
    if (run?.outcome === "out-of-memory" && run.suggestedBatchSize !== undefined) {
      // On a CPU, the suggestion goes by the machine's memory, and not by a limit of addresses.
      if (onGpu) await machine.train({ ...machine.on(1), batchSize: run.suggestedBatchSize, steps: 4 });
      const suggested = `suggested ${run.suggestedBatchSize}${onGpu ? ", which fits" : ""}`;
      return { state: "pass", found: `${tried}; the run said so, and ${suggested}`, numbers };
    }
    return failed(`${tried}, and the run did not say so: ${run?.outcome ?? "no record"} (${reason})`, numbers);
  },
};
