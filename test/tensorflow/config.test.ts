import { Reader } from "protobufjs";
import { expect, it } from "vitest";
import { environmentFor, processConfig, withoutProxy } from "../../lib/tensorflow/config";

it("a process's options are written as TensorFlow's own config_pb2 writes them", () => {
  // ConfigProto(): gpu_options.allow_growth and gpu_options.experimental.stream_merge_options.merge_host_to_device_stream
  expect(Buffer.from(processConfig({})).toString("hex")).toContain("320920014a059a01020801");
  // and gpu_options.experimental.virtual_devices with memory_limit_mb of [100, 100], which Python packs; protobuf reads both
  const divided = processConfig({ virtualGpus: { count: 2, mebibytes: 100 } });
  expect(Buffer.from(divided).toString("hex")).toContain("321520014a110a0a0d0000c8420d0000c8429a01020801");
});

/** The fields of a message by their numbers: numbers, texts, or the bytes of what is in them. */
function fieldsOf(message: Uint8Array): Record<number, (number | Uint8Array)[]> {
  const reader = Reader.create(message);
  const fields: Record<number, (number | Uint8Array)[]> = {};
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const read = { 0: () => reader.uint32(), 2: () => reader.bytes(), 5: () => reader.float() }[tag & 7]!; // wire types
    (fields[tag >>> 3] ??= []).push(read());
  }
  return fields;
}

const inside = (field: number | Uint8Array | undefined) => fieldsOf(field as Uint8Array);

it("a divided GPU is told to TensorFlow field by field, by the numbers of its config.proto", () => {
  const config = fieldsOf(processConfig({ device: "gpu", virtualGpus: { count: 2, mebibytes: 36_000 } }));
  expect(Object.keys(config)).toEqual(["1", "2", "5", "6", "7"]); // device_count, threads twice, gpu_options, allow_soft_placement
  expect([config[2], config[5]]).toEqual([[0], [0]]); // as many as cores
  expect(config[7]).toEqual([1]);
  expect(config[1]).toHaveLength(1); // no number of GPUs, so all
  const [name, count] = [inside(config[1][0])[1][0], inside(config[1][0])[2][0]];
  expect([Buffer.from(name as Uint8Array).toString(), count]).toEqual(["CPU", 1]);
  const gpuOptions = inside(config[6][0]);
  expect(Object.keys(gpuOptions)).toEqual(["4", "9"]); // allow_growth, experimental
  expect(gpuOptions[4]).toEqual([1]);
  const experimental = inside(gpuOptions[9][0]);
  expect(Object.keys(experimental)).toEqual(["1", "19"]); // virtual_devices, stream_merge_options
  expect(inside(experimental[19][0])).toEqual({ 1: [1] }); // merge_host_to_device_stream
  expect(experimental[1]).toHaveLength(1); // of one GPU, the first
  expect(inside(experimental[1][0])).toEqual({ 1: [36_000, 36_000] }); // memory_limit_mb, which protobuf reads packed or not
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
