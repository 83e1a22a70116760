import type { Cluster } from "../../strategy";
import type { RollCall } from "./roll-call";
import { reach, send, SILENT, type Wire } from "./wire";

/** A member connects to the chief, and hears from it when another is lost. `own` is the address for its framework. */
export async function answerChief({ members, task }: Cluster, wire: Wire, own: string): Promise<RollCall> {
  const socket = await reach(members[0].address, wire.timeoutSeconds, wire.named(0));
  let isDone = false;
  let tellLost!: (line: string) => void;
  let tellDone!: () => void;
  const lost = new Promise<string>((resolve) => (tellLost = resolve));
  const allDone = new Promise<void>((resolve) => (tellDone = resolve));
  const claim = { event: "here", task, address: own } as const;
  send(socket, { ...claim, proof: wire.proofOf(claim) });
  const addresses = await new Promise<string[]>((resolve, reject) => {
    socket.once("close", () => {
      if (!isDone) tellLost(wire.sayOf(0, SILENT));
      reject(new Error(`${wire.named(0)} refused this process or ended: look at its output.`));
      tellDone();
    });
    wire.hear(socket, (content) => {
      if (content.event === "all here") {
        if (wire.isProven(content.proof, { addresses: content.addresses })) resolve(content.addresses);
      } else if (content.event === "failed") tellLost(wire.sayOf(content.task, content.reason));
      else if (content.event === "done") tellDone();
    });
  });
  return {
    addresses,
    lost,
    gather: async (values) => {
      send(socket, { event: "values", values });
      return [values];
    },
    fail: async (reason) => {
      isDone = true;
      send(socket, { event: "failed", task, reason });
      socket.end();
    },
    done: async () => {
      isDone = true;
      send(socket, { event: "done" });
      await Promise.race([allDone, lost]);
      socket.end();
    },
  };
}
