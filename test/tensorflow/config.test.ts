import { expect, it } from "vitest";
import { processConfig } from "../../lib/tensorflow/config";

it("a process's options are written as TensorFlow's own config_pb2 writes them", () => {
  // ConfigProto(): gpu_options.allow_growth and gpu_options.experimental.stream_merge_options.merge_host_to_device_stream
  expect(Buffer.from(processConfig({})).toString("hex")).toContain("320920014a059a01020801");
});
