import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configureTensorFlow, tf } from "../../../lib/tensorflow";
import { backend } from "../../../lib/tensorflow/backend";

const taken = createServer();
let port: number;
beforeAll(async () => {
  taken.listen(0, "127.0.0.1");
  await once(taken, "listening");
  ({ port } = taken.address() as AddressInfo); // of a TCP server
});
afterAll(() => taken.close());

it("a server whose port is taken says so, and no other backend takes over", () => {
  const addresses = [`127.0.0.1:${port}`, "127.0.0.2:1"];
  configureTensorFlow({ device: "cpu", cluster: { addresses, task: 0, listenOn: "127.0.0.1" } });
  expect(() => backend()).toThrow(
    `TensorFlow's server cannot listen on 127.0.0.1:${port} (Could not start gRPC server): is the port taken? Choose another`,
  );
  expect(tf.getBackend()).not.toBe("cpu");
});
