import { counted } from "../../lib/system/words";
import { node, python, type Contender } from "../turns/contender";
import type { Images } from "../turns/images";
import type { Plan } from "../workers/protocol";
import type { MirroredContender } from "./result";

/** The values of `--peers`. */
export const peerNames = ["keras", "keras-tuned", "none"] as const;
export type PeerName = (typeof peerNames)[number];

/** A size of buckets in megabytes; with 0, each gradient travels alone. */
export type BucketSize = number | "all";

/** The choice of what to compare. */
export interface Choice {
  batchSizes: readonly number[];
  devices: readonly number[];
  bucketSizes: readonly BucketSize[];
  peers: readonly PeerName[];
  imageSize: number;
  /** The folder of an earlier state of the workbook. */
  before?: string;
}

type Entry = Contender & Pick<MirroredContender, "peer" | "devices" | "strategy">;

/** Contenders that take turns with each other. */
interface Group extends Pick<MirroredContender, "group" | "part" | "batchSize"> {
  entries: Entry[];
}

/**
 * The groups, in the order in which they are measured. All contenders together would not fit into a laptop's memory, so there
 * is a group for each batch size and number of devices. Each group contains one device, for comparison. Sizes of buckets are
 * compared at the smallest batch, where adding up takes the largest share of a step.
 */
export function groupsOf(
  { batchSizes, devices, bucketSizes, peers, imageSize, before }: Choice,
  images: Images,
): Group[] {
  const planOf = (batchSize: number): Plan => ({ ...images, imageSize, batchSize, precision: "float32" });
  const strategies = batchSizes.flatMap((batchSize) =>
    devices.map((count): Group => {
      const plan = planOf(batchSize);
      const ours = [oneDevice(plan), mirrored("mirrored", plan, count)];
      const earlier = before === undefined ? [] : ours.map((entry) => asBefore(entry, before));
      const entries = [...ours, ...earlier, ...kerasOf(peers, plan, count)];
      return { group: `batch ${batchSize}, ${counted(count, "device")}`, part: "devices", batchSize, entries };
    }),
  );
  if (bucketSizes.length === 0) return strategies;
  const batchSize = Math.min(...batchSizes);
  const several = devices.filter((count) => count > 1);
  const buckets = several.map((count): Group => {
    const plan = planOf(batchSize);
    const sizes = bucketSizes.map((size) =>
      mirrored(bucketName(size), { ...plan, bucketMegabytes: megabytes(size) }, count),
    );
    const group = `batch ${batchSize}, ${counted(count, "device")}, buckets`;
    return { group, part: "buckets", batchSize, entries: [oneDevice(plan), ...sizes] };
  });
  return [...strategies, ...buckets];
}

const oneDevice = (plan: Plan): Entry => ({
  ...{ name: "one device", peer: "ours", strategy: "one-device", devices: 1 },
  ...{ plan, command: node("ours") },
});

const mirrored = (name: string, plan: Plan, devices: number): Entry => ({
  ...{ name, peer: "ours", strategy: "mirrored", devices },
  ...{ plan: { ...plan, devices }, command: node("ours") },
});

const asBefore = (entry: Entry, workbook: string): Entry => ({
  ...{ ...entry, name: `${entry.name}, before`, peer: "before" },
  command: node("ours", workbook),
});

const legacy = { TF_USE_LEGACY_KERAS: "1" };

/** Keras on equally many devices; on one device without a strategy. */
function kerasOf(peers: readonly PeerName[], plan: Plan, devices: number): Entry[] {
  const chosen = peers.filter((peer) => peer !== "none");
  if (devices === 1) {
    const entry: Entry = {
      ...{ name: "keras one device", peer: "keras", strategy: "one-device", devices },
      ...{ plan, command: python("keras", "keras_fit.py", legacy) },
    };
    return chosen.length > 0 ? [entry] : [];
  }
  return chosen.map((peer) => {
    const tuned = peer === "keras-tuned";
    return {
      ...{ name: tuned ? "keras tuned" : "keras mirrored", peer: "keras", strategy: "mirrored", devices },
      ...{ plan: { ...plan, devices } },
      command: python("keras", "keras_mirrored.py", tuned ? { ...legacy, BENCH_TUNED: "1" } : legacy),
    };
  });
}

/** For "all", more megabytes than any model has. */
const megabytes = (size: BucketSize): number => (size === "all" ? 1e6 : size);

function bucketName(size: BucketSize): string {
  if (size === "all") return "one bucket for all";
  return size === 0 ? "each gradient alone" : `buckets of ${size} MB`;
}
