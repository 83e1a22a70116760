import { noSuch } from "../system/names";
import type { Framework, FrameworkPackage } from "./environment";

/** How the processes of a training exchange gradients. */
export type Distribution = "multi-worker" | "ddp" | "horovod" | "dist_sync";

/** A framework, one way to distribute it, and the program that trains with both. */
export interface Contender {
  /** The name on the command line, and the level of the factor `framework` in designs. */
  name: string;
  /** The name in figures. */
  title: string;
  /** The program in the `programs/` of lesson 7. */
  program: string;
  packages: readonly FrameworkPackage[];
  distribution: Distribution;
  /** Whether it is of the newest versions, not of the study's. */
  newest?: true;
  /** Whether it can send gradients in 16 bits. */
  compresses: boolean;
}

const tensorflow = { packages: ["tensorflow"], distribution: "multi-worker", compresses: false } as const;
const torch = { packages: ["torch"], distribution: "ddp", compresses: true, program: "pytorch.py" } as const;
const withHorovod = <P extends Framework>(framework: P) =>
  ({ packages: [framework, "horovod"], distribution: "horovod", compresses: true }) as const;

/** All contenders but this engine, which is called {@link OURS}. */
export const contenders: readonly Contender[] = [
  { name: "tensorflow", title: "TensorFlow", program: "tensorflow_loop.py", ...tensorflow },
  { name: "tensorflow-horovod", title: "TensorFlow, Horovod", program: "tensorflow_loop.py", ...withHorovod("tensorflow") },
  { name: "keras", title: "Keras", program: "keras_fit.py", ...tensorflow },
  { name: "keras-horovod", title: "Keras, Horovod", program: "keras_fit.py", ...withHorovod("tensorflow") },
  { name: "pytorch-ddp", title: "PyTorch, DDP", ...torch },
  { name: "pytorch-horovod", title: "PyTorch, Horovod", program: "pytorch.py", ...withHorovod("torch") },
  { name: "mxnet-horovod", title: "MXNet, Horovod", program: "mxnet_gluon.py", ...withHorovod("mxnet") },
  { name: "mxnet-kvstore", title: "MXNet, key-value store", program: "mxnet_gluon.py", packages: ["mxnet"], distribution: "dist_sync", compresses: false },
  { name: "tensorflow-newest", title: "TensorFlow, newest", program: "tensorflow_loop.py", ...tensorflow, newest: true },
  { name: "pytorch-newest", title: "PyTorch, newest, DDP", ...torch, newest: true },
]; // prettier-ignore

/** The name of this engine among the contenders. */
export const OURS = "ours";

/** The names of all contenders, this engine first. */
export const contenderNames: readonly string[] = [OURS, ...contenders.map(({ name }) => name)];

/**
 * The contender of a name.
 * @throws one line that lists the names, when there is no such contender.
 */
export function contenderNamed(name: string): Contender {
  const found = contenders.find((contender) => contender.name === name);
  if (found) return found;
  throw noSuch("framework", name, contenderNames);
}
