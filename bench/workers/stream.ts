import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Gate } from "./gate";
import { bytesToSend, type TransferPlan } from "./protocol";

// The wire itself: a step sends as many bytes to the next node, over plain TCP, as a ring's collective does, and receives equally
// many from the node before. Nothing is added up.

const piece = Buffer.alloc(2 ** 20);

async function main(): Promise<void> {
  const gate = new Gate<TransferPlan>({
    does: "a plain TCP stream from each node to the next: (n-1)/n of the bytes each, twice for an all-reduce, nothing added up",
    versions: { node: process.versions.node },
  });
  const { addresses, bytes, collective } = gate.plan;
  const task = Number(process.env.SLURM_PROCID);
  const count = bytesToSend(collective, bytes, addresses.length);
  const [next, before] = await Promise.all([
    connectTo(addresses[(task + 1) % addresses.length]),
    acceptOn(addresses[task]),
  ]);
  const receive = receiver(before);
  gate.trainingBegins();
  for (;;) {
    await Promise.all([send(next, count), receive(count)]);
    await gate.pass();
  }
}

/** Keeps trying for ten seconds, since the other node may start later. */
async function connectTo(address: string): Promise<Socket> {
  const [host, port] = address.split(":");
  for (let attempt = 1; ; attempt++) {
    const socket = connect({ host, port: Number(port), noDelay: true });
    try {
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    }
  }
}

async function acceptOn(address: string): Promise<Socket> {
  const [host, port] = address.split(":");
  const server = createServer().listen(Number(port), host);
  const [socket] = (await once(server, "connection")) as [Socket];
  return socket;
}

async function send(socket: Socket, count: number): Promise<void> {
  for (let left = count; left > 0; left -= piece.length) {
    if (!socket.write(piece.subarray(0, Math.min(left, piece.length)))) await once(socket, "drain");
  }
}

/** A function that waits for a number of bytes. Bytes that have come early count, since the other node may be ahead. */
function receiver(socket: Socket): (count: number) => Promise<void> {
  let left = 0;
  let enough: (() => void) | undefined;
  socket.on("data", ({ length }) => {
    left -= length;
    if (left <= 0) enough?.();
  });
  return (count) =>
    new Promise((resolve) => {
      left += count;
      enough = resolve;
      if (left <= 0) resolve();
    });
}

void main();
