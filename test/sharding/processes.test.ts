import { join } from "node:path";
import { expect, it } from "vitest";
import { mesh } from "../../lib/sharding";
import { performAlike } from "../strategy/workers";
import { exchangeAll } from "./exchange-all";
import type { MeshWorker } from "./worker";

const shape = { data: 2, tensor: 2 };
const file = join(__dirname, "worker.ts");

it("collectives give over two and four processes what they give in one", async () => {
  const alone = exchangeAll(mesh(shape, { device: "cpu" }));
  // Of device 3: sums over the rows, over all; the gathered numbers; its part of a sum; what was exchanged; what was sent.
  const range = [...Array(8).keys()];
  expect(alone[3]).toEqual([
    ...range.map((each) => 2 * each + 400),
    ...range.map((each) => 4 * each + 600),
    ...[2, 3],
    ...range.slice(4).map((each) => 2 * each + 500),
    ...[104, 105, 106, 107, 304, 305, 306, 307],
    ...range.map((each) => each + 100),
  ]);
  const whole = [...Array(16).keys()]; // of a variable of which each device has a block
  for (const processes of [2, 4]) {
    for (const each of await performAlike(processes, { shape } satisfies MeshWorker, file)) {
      expect(each.slice(0, 3), `${processes} processes`).toEqual([alone, alone, whole]);
      for (const error of each[3] as number[]) expect(error).toBeLessThan(1e-6);
    }
  }
});

it("a mesh that processes cannot share equally is refused in a line", async () => {
  await expect(performAlike(2, { shape: { data: 3 } } satisfies MeshWorker, file)).rejects.toThrow(
    "A mesh of 3 devices cannot be divided among 2 processes: choose axes whose product is a multiple of 2.",
  );
});
