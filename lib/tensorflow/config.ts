import protobuf from "protobufjs";

// The few fields of TensorFlow's ConfigProto that the workbook sets, with the numbers of
// tensorflow/core/protobuf/config.proto and rewriter_config.proto (TensorFlow 2.20).
const { root } = protobuf.parse(`
  syntax = "proto3";
  enum Toggle { DEFAULT = 0; ON = 1; OFF = 2; }
  message RewriterConfig {
    bool disable_meta_optimizer = 19;
    Toggle auto_mixed_precision = 23;
    Toggle auto_mixed_precision_onednn_bfloat16 = 25;
  }
  message GraphOptions { RewriterConfig rewrite_options = 10; }
  message GPUOptions { bool allow_growth = 4; }
  message ConfigProto {
    map<string, int32> device_count = 1;
    int32 intra_op_parallelism_threads = 2;
    int32 inter_op_parallelism_threads = 5;
    GPUOptions gpu_options = 6;
    bool allow_soft_placement = 7;
    GraphOptions graph_options = 10;
  }`);
const ConfigProto = root.lookupType("ConfigProto");

/** What can be chosen before TensorFlow starts. */
export interface TensorFlowOptions {
  /** `cpu` hides every GPU. Default: TensorFlow's choice, a GPU where there is one. */
  device?: "cpu" | "gpu";
  /** How many CPU devices TensorFlow shows; more than one divides this machine into logical devices. Default 1. */
  logicalDevices?: number;
  /** Threads of one op. Default: one a core. */
  intraOpThreads?: number;
  /** Ops at the same time. Default: one a core. */
  interOpThreads?: number;
  /** The same bits on every run, also on GPUs, at some cost in speed. Default false. */
  deterministic?: boolean;
  /**
   * Whether GPUs may round the inputs of float32 products and convolutions to TensorFloat-32 (10 bits of mantissa
   * instead of 23), which their tensor cores multiply several times faster. TensorFlow's own default: true.
   */
  tf32?: boolean;
}

/** Serializes the ConfigProto of a process. */
export function processConfig(options: TensorFlowOptions): Uint8Array {
  const deviceCount: Record<string, number> = { CPU: options.logicalDevices ?? 1 };
  if (options.device === "cpu") deviceCount.GPU = 0;
  return ConfigProto.encode(
    ConfigProto.create({
      deviceCount,
      intraOpParallelismThreads: options.intraOpThreads ?? 0,
      interOpParallelismThreads: options.interOpThreads ?? 0,
      allowSoftPlacement: true,
      // Without it TensorFlow takes all of a GPU's memory at once, and nothing could be measured.
      gpuOptions: { allowGrowth: true },
    }),
  ).finish();
}

const ON = 1;

/** Serializes the ConfigProto under which one captured step is optimised. */
export function stepConfig(precision: "float32" | "mixed", gpu: boolean): Uint8Array {
  return ConfigProto.encode(
    ConfigProto.create({ allowSoftPlacement: true, graphOptions: { rewriteOptions: rewriting(precision, gpu) } }),
  ).finish();
}

function rewriting(precision: "float32" | "mixed", gpu: boolean) {
  if (precision === "mixed") return gpu ? { autoMixedPrecision: ON } : { autoMixedPrecisionOnednnBfloat16: ON };
  // On a CPU Grappler finds nothing in a recorded step that makes it faster (measured: the same processor time a step),
  // and with the replicas of four devices in one graph it would take half of the first step's time.
  return gpu ? {} : { disableMetaOptimizer: true };
}
