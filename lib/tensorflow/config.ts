import { existsSync } from "node:fs";
import protobuf from "protobufjs";

// The fields of TensorFlow's ConfigProto and ServerDef that the workbook sets, with their numbers in
// tensorflow/core/protobuf/{config,rewriter_config,cluster,tensorflow_server}.proto (TensorFlow 2.20).
const { root } = protobuf.parse(`
  syntax = "proto3";
  message RewriterConfig { bool disable_meta_optimizer = 19; }
  message GraphOptions { RewriterConfig rewrite_options = 10; }
  message StreamMergeOptions { bool merge_host_to_device_stream = 1; }
  message VirtualDevices { repeated float memory_limit_mb = 1; }
  message GPUExperimental {
    repeated VirtualDevices virtual_devices = 1;
    StreamMergeOptions stream_merge_options = 19;
  }
  message GPUOptions {
    bool allow_growth = 4;
    GPUExperimental experimental = 9;
  }
  message Experimental { string collective_group_leader = 1; }
  message ConfigProto {
    map<string, int32> device_count = 1;
    int32 intra_op_parallelism_threads = 2;
    int32 inter_op_parallelism_threads = 5;
    GPUOptions gpu_options = 6;
    bool allow_soft_placement = 7;
    GraphOptions graph_options = 10;
    Experimental experimental = 16;
  }
  message JobDef {
    string name = 1;
    map<int32, string> tasks = 2;
  }
  message ClusterDef { repeated JobDef job = 1; }
  message ServerDef {
    ClusterDef cluster = 1;
    string job_name = 2;
    int32 task_index = 3;
    ConfigProto default_session_config = 4;
    string protocol = 5;
  }`);
const ConfigProto = root.lookupType("ConfigProto");
const ServerDef = root.lookupType("ServerDef");

/** Options that can be chosen before TensorFlow starts. */
export interface TensorFlowOptions {
  /** `cpu` hides every GPU. Default: TensorFlow's choice, a GPU where there is one. */
  device?: "cpu" | "gpu";
  /** How many GPUs TensorFlow may use, the first ones; on others it would reserve memory. Infinity: all. Default: all. */
  gpus?: number;
  /** Divides the first GPU into several, each with so many mebibytes (2^20) of its memory. They share its cores. Default: it stays whole. */
  virtualGpus?: { count: number; mebibytes: number };
  /** The number of CPU devices; more than one divides this machine into logical devices. Default 1. */
  logicalDevices?: number;
  /** The number of threads of one op. Default: one for each core. */
  intraOpThreads?: number;
  /** The number of ops that run at the same time. Default: one for each core. */
  interOpThreads?: number;
  /** Makes every run give the same bits, on GPUs too, at some cost in speed. Default false. */
  deterministic?: boolean;
  /**
   * Whether GPUs may round the inputs of float32 products and convolutions to TensorFloat-32 (10 bits of mantissa
   * instead of 23), which their tensor cores multiply several times faster. TensorFlow's own default: true.
   */
  tf32?: boolean;
  /** This process and those that train with it. Default: this one alone. */
  cluster?: ClusterMembers;
}

/** Processes that train together. */
export interface ClusterMembers {
  /** The address on which each process's TensorFlow server listens, as `host:port`; the first one is the chief's. */
  addresses: readonly string[];
  /** This process's index in `addresses`. */
  task: number;
  /** The IPv4 address at which the others reach this process; its server listens there and nowhere else. */
  listenOn: string;
}

/**
 * What TensorFlow finds in its environment for GPUs.
 * - Only with cuDNN's persistent kernels has it a BatchNorm in float16 that takes images as they lie in memory, channels last. Otherwise
 *   each one is put between two transposes of its images, forward and backward.
 * - With oneDNN, which computes on processors, it asks whether the host's processor can do what a GPU shall do in float16, and leaves
 *   BatchNorm and its ReLU apart on most hosts.
 */
export const gpuEnvironment = { TF_USE_CUDNN_BATCHNORM_SPATIAL_PERSISTENT: "1", TF_ENABLE_ONEDNN_OPTS: "0" };

/**
 * The same for processors. TensorFlow leaves oneDNN off on those x86-64 processors that have no instructions for 16 bits, where it is as
 * useful: a step of ResNet50V2 takes five sixths of the processor time (AVX2).
 */
const cpuEnvironment: Record<string, string> = process.arch === "x64" ? { TF_ENABLE_ONEDNN_OPTS: "1" } : {};

/** What TensorFlow's environment must hold before it starts. @param onGpu Whether it may find a GPU. */
export const environmentFor = (onGpu: boolean): Record<string, string> => (onGpu ? gpuEnvironment : cpuEnvironment);

/**
 * What gRPC must find in its environment to connect with these hosts directly. By itself it sends everything to the site's proxy,
 * `http_proxy`, which cannot reach the nodes of a job and lets nobody reach the loopback.
 */
export const withoutProxy = (hosts: readonly string[], { no_grpc_proxy }: NodeJS.ProcessEnv = process.env) => ({
  no_grpc_proxy: [...(no_grpc_proxy ? [no_grpc_proxy] : []), ...new Set(hosts)].join(","),
});

/** Whether this machine's kernel knows an NVIDIA GPU, as far as can be seen without TensorFlow; `dxg` is Windows's, in WSL. */
export const knowsGpu = (): boolean => ["/dev/nvidiactl", "/dev/dxg"].some((file) => existsSync(file));

/** TensorFlow's name of one process of a cluster. */
export const taskName = (task: number): string => `/job:worker/replica:0/task:${task}`;

/** Serializes the ConfigProto of a process. */
export function processConfig(options: TensorFlowOptions): Uint8Array {
  return ConfigProto.encode(ConfigProto.create(processFields(options))).finish();
}

/** Serializes the ServerDef of a process: its part in the cluster, or no bytes when it trains alone. */
export function serverConfig(options: TensorFlowOptions): Uint8Array {
  const { cluster } = options;
  if (!cluster) return new Uint8Array();
  return ServerDef.encode(
    ServerDef.create({
      cluster: { job: [{ name: "worker", tasks: { ...cluster.addresses } }] },
      jobName: "worker",
      taskIndex: cluster.task,
      defaultSessionConfig: processFields(options),
      protocol: "grpc",
    }),
  ).finish();
}

function processFields(options: TensorFlowOptions) {
  const deviceCount: Record<string, number> = { CPU: options.logicalDevices ?? 1 };
  const gpus = options.device === "cpu" ? 0 : (options.gpus ?? Infinity);
  if (gpus !== Infinity) deviceCount.GPU = gpus;
  return {
    deviceCount,
    intraOpParallelismThreads: options.intraOpThreads ?? 0,
    interOpParallelismThreads: options.interOpThreads ?? 0,
    allowSoftPlacement: true,
    gpuOptions: {
      // Without it TensorFlow reserves all of a GPU's memory at once, so that memory use could not be measured.
      allowGrowth: true,
      // What this process makes, a batch's rows for instance, travels in the GPU's stream of ops. On a stream of its own it
      // would wait there until the step before has ended, and this process with it: no step could be launched ahead.
      experimental: { streamMergeOptions: { mergeHostToDeviceStream: true }, ...virtualDevices(options) },
    },
    // The leader decides the order of the ring.
    ...(options.cluster ? { experimental: { collectiveGroupLeader: taskName(0) } } : {}),
  };
}

function virtualDevices({ virtualGpus }: TensorFlowOptions) {
  if (!virtualGpus) return {};
  return { virtualDevices: [{ memoryLimitMb: Array<number>(virtualGpus.count).fill(virtualGpus.mebibytes) }] };
}

/** How a captured step computes, by Keras's names. The mixed ones multiply in 16 bits and keep the weights in float32. */
export type Precision = "float32" | "mixed_bfloat16" | "mixed_float16";

/**
 * Serializes the ConfigProto of one captured step.
 * @param optimised Whether Grappler rewrites its graph.
 */
export function stepConfig(optimised: boolean): Uint8Array {
  const rewriteOptions = optimised ? {} : { disableMetaOptimizer: true };
  return ConfigProto.encode(
    ConfigProto.create({ allowSoftPlacement: true, graphOptions: { rewriteOptions } }),
  ).finish();
}
