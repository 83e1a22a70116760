import { expect, it } from "vitest";
import { environmentFor, processConfig, withoutProxy } from "../../lib/tensorflow/config";

it("a process's options are written as TensorFlow's own config_pb2 writes them", () => {
  // ConfigProto(): gpu_options.allow_growth and gpu_options.experimental.stream_merge_options.merge_host_to_device_stream
  expect(Buffer.from(processConfig({})).toString("hex")).toContain("320920014a059a01020801");
  // and gpu_options.experimental.virtual_devices with memory_limit_mb of [100, 100], which Python packs; protobuf reads both
  const divided = processConfig({ virtualGpus: { count: 2, mebibytes: 100 } });
  expect(Buffer.from(divided).toString("hex")).toContain("321520014a110a0a0d0000c8420d0000c8429a01020801");
});

it("on a GPU oneDNN is off: with it, Grappler asks the host's processor whether a GPU may fuse in float16", () => {
  expect(environmentFor(true)).toEqual({ TF_USE_CUDNN_BATCHNORM_SPATIAL_PERSISTENT: "1", TF_ENABLE_ONEDNN_OPTS: "0" });
  expect(environmentFor(false)).toEqual(process.arch === "x64" ? { TF_ENABLE_ONEDNN_OPTS: "1" } : {});
});

it("gRPC is told to ask no proxy for the training's hosts, besides those that the user names", () => {
  const hosts = ["127.0.0.1", "127.0.0.1", "node3"];
  expect(withoutProxy(hosts, { no_proxy: "a" })).toEqual({ no_grpc_proxy: "127.0.0.1,node3" });
  expect(withoutProxy(hosts, { no_grpc_proxy: "b,c" })).toEqual({ no_grpc_proxy: "b,c,127.0.0.1,node3" });
});
