import { python } from "../turns/contender";
import type { PeerEnvironment } from "../peers/environment";
import { measureOurs, measurePeer, type Extent, type Measured } from "./measure";
import type { GpuPrecision } from "./result";
import type { Workload } from "./workloads";

/** What a contender trains on: files with images and with a GPT's tokens. */
export interface Material {
  /** The plan of a peer that trains on this workload. */
  planOf: (workload: Workload, precision: GpuPrecision) => object;
  /** A Python that has the peers' packages. Default: they are installed. */
  python?: string;
  say: (line: string) => void;
}

type Measure = (workload: Workload, precision: GpuPrecision, extent: Extent, material: Material) => Promise<Measured>;

/** A way to train; undefined where it has none for images, or for text. */
export interface Contender {
  /** As `--contenders` names it. */
  id: string;
  name: string;
  images?: Measure;
  text?: Measure;
}

const ours =
  (xla: boolean): Measure =>
  (workload, precision, extent) =>
    measureOurs(workload, { precision, xla }, extent);

const peer =
  (framework: "torch" | "keras", program: string, switches: Record<string, string>): Measure =>
  async (workload, precision, extent, { planOf, python: installed, say }) => {
    const environment: PeerEnvironment = framework === "keras" && extent.device === "gpu" ? "keras-gpu" : framework;
    const command = await python(environment, program, switches, installed)(say);
    return measurePeer(program, command, planOf(workload, precision), extent);
  };

const torch = (switches: Record<string, string>): Pick<Contender, "images" | "text"> => ({
  images: peer("torch", "torch_step.py", switches),
  text: switches.BENCH_LAYOUT ? undefined : peer("torch", "torch_gpt.py", switches),
});

const keras = (xla: string): Pick<Contender, "images" | "text"> => ({
  images: peer("keras", "keras_fit.py", { BENCH_XLA: xla }),
  text: peer("keras", "keras_gpt.py", { BENCH_XLA: xla }),
});

/** All contenders, in the order in which they train. */
export const contenders: readonly Contender[] = [
  { id: "ours", name: "this engine", images: ours(false), text: ours(false) },
  { id: "ours-xla", name: "this engine, XLA", images: ours(true), text: ours(true) },
  { id: "torch", name: "PyTorch", ...torch({}) },
  { id: "torch-channels-first", name: "PyTorch, channels first", ...torch({ BENCH_LAYOUT: "channels first" }) },
  { id: "torch-compiled", name: "PyTorch, compiled", ...torch({ BENCH_COMPILED: "1" }) },
  { id: "keras", name: "Keras, no XLA", ...keras("off") },
  { id: "keras-xla", name: "Keras, XLA", ...keras("on") },
];
