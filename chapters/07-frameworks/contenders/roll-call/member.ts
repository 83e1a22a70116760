import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../../../lib/strategy";
import { announce, messageIn, readLines, takeLeave } from "../../../../lib/strategy/rendezvous";
import type { RollCall } from "./roll-call";
import { longest, message, reach, send, SILENT, type Wire } from "./wire";

/**
 * A member connects to the chief, and hears from it when another is lost. `own` is the address for its framework.
 * @throws one line when the chief cannot be reached in time, refuses this process, or ends before all have come.
 */
export async function answerChief({ members, task }: Cluster, wire: Wire, own: string): Promise<RollCall> {
  const { timeoutSeconds } = wire;
  const end = Date.now() + 1000 * timeoutSeconds;
  const quiet = announce(timeoutSeconds, () => `${wire.described(0)} and the other tasks`);
  let what = `did not answer within ${timeoutSeconds} s`;
  try {
    // A connection may break, and a stranger may have had the chief's port.
    for (; Date.now() < end; await sleep(100)) {
      const socket = await reach(members[0].address, end);
      const roll = socket && (await take(socket, wire, task, own));
      if (roll) return roll;
      if (socket) what = "refused this process or ended";
    }
    throw new Error(`${wire.named(0)} ${what}: look at its output, and whether the nodes can reach each other.`);
  } finally {
    quiet();
  }
}

/** Takes part through a connection. @returns undefined if it ends before the chief has proved that all are here. */
function take(socket: Socket, wire: Wire, task: number, own: string): Promise<RollCall | undefined> {
  let isDone = false;
  let tellLost!: (line: string) => void;
  let tellDone!: () => void;
  const lost = new Promise<string>((resolve) => (tellLost = resolve));
  const allDone = new Promise<void>((resolve) => (tellDone = resolve));
  const leave = (content: Parameters<typeof send>[1]): void => {
    isDone = true;
    send(socket, content);
  };
  const rollOf = (addresses: string[]): RollCall => ({
    addresses,
    lost,
    gather: async (values) => {
      send(socket, { event: "values", values });
      return [values];
    },
    fail: async (reason) => {
      leave({ event: "failed", task, reason });
      takeLeave(socket);
    },
    done: async () => {
      leave({ event: "done" });
      await Promise.race([allDone, lost]);
      takeLeave(socket);
    },
  });
  return new Promise((resolve, reject) => {
    // The chief waits as long for the others. Whoever is silent about them for longer is not the chief.
    const tooLong = setTimeout(() => socket.destroy(), 1000 * wire.timeoutSeconds + CHIEFS_DELAY_MS);
    let allAreHere = false;
    socket.once("close", () => {
      clearTimeout(tooLong);
      if (!isDone) tellLost(wire.sayOf(0, SILENT));
      tellDone();
      resolve(undefined);
    });
    wire.keepAlive(socket);
    readLines(
      socket,
      () => longest.later,
      (line) => {
        const content = messageIn(line, message);
        if (!content) return void socket.destroy();
        if (content.event === "challenge") {
          send(socket, { event: "back", proof: wire.proofOf({ challenge: content.challenge }) });
        } else if (content.event === "all here" && wire.isProven(content.proof, { addresses: content.addresses })) {
          clearTimeout(tooLong);
          allAreHere = true;
          resolve(rollOf(content.addresses));
        } else if (content.event === "refused") {
          reject(new Error(refusal(wire)));
          socket.destroy();
        }
        if (content.event === "failed" && allAreHere) tellLost(wire.sayOf(content.task, content.reason));
        else if (content.event === "done" && allAreHere) tellDone();
      },
    );
    const claim = { event: "here", task, address: own } as const;
    send(socket, { ...claim, proof: wire.proofOf(claim) });
  });
}

/** A chief that begins a little later waits a little longer, in milliseconds. */
const CHIEFS_DELAY_MS = 2_000;

const refusal = (wire: Wire): string =>
  `${wire.named(0)} refused this process: it has another list of processes, another WORKBOOK_MEETING, or a process with this index. Give all ` +
  "processes the same list and the same WORKBOOK_MEETING, and each its own index.";
