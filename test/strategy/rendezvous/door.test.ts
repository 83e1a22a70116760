import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Door, takeLeave } from "../../../lib/strategy/rendezvous";
import { freePort } from "../../../lib/system/free-port";

const HERE = "127.0.0.1";
let door: Door;
let port: number;
let guests: Socket[];
const heard: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  port = await freePort(HERE);
  guests = [];
  const admit = (line: string, socket: Socket) => {
    if (line !== "friend") return undefined;
    guests.push(socket);
    return (later: string) => void heard.push(later);
  };
  door = await Door.open(port, HERE, { guests: 1, longest: { first: 100, later: 1000 }, admit });
});
afterEach(() => {
  door.shut();
  guests.forEach((guest) => guest.destroy());
  vi.useRealTimers();
});

/** Waits for what the system does soon. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

async function caller(says = "", localAddress = HERE): Promise<Socket> {
  const socket = connect({ port, host: HERE, localAddress });
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  if (says !== "") socket.write(says);
  return socket;
}
const strangers = (): number => (door as unknown as { strangers: Map<Socket, string> }).strangers.size;

describe("a stranger", () => {
  it.each([
    ["says nothing", ""],
    ["never ends the first line", "frie"],
    ["sends something all the time, but no line", "x"],
  ])("who %s is let go after ten seconds", async (_, says) => {
    const socket = await caller(says);
    await until(() => strangers() === 1);
    vi.advanceTimersByTime(9_000);
    socket.write(says);
    await setImmediate();
    expect(strangers()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await until(() => socket.closed);
    expect(strangers()).toBe(0);
  });

  it("who calls again and again is forgotten each time, and costs the others nothing", async () => {
    for (const says of [
      "\n",
      "x\n",
      `${"x".repeat(101)}\n`,
      `${"x".repeat(300)}`,
      "",
      ...Array<string>(100).fill("\n"),
    ]) {
      const socket = await caller(says);
      if (says === "") socket.destroy();
      await until(() => socket.closed);
    }
    await until(() => strangers() === 0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("holds at most 64 connections of one address, all hold at most 256, and the oldest go first", async () => {
    const many = await Promise.all(Array.from({ length: 100 }, () => caller()));
    await until(() => many.filter(({ closed }) => closed).length === 36);
    const others = Array.from({ length: 400 }, (_, index) => caller("", `127.0.${1 + (index % 100)}.1`));
    const all = [...many, ...(await Promise.all(others))];
    await until(() => strangers() === 256 && all.filter(({ closed }) => !closed).length === 256);
    expect(many.every(({ closed }) => closed)).toBe(true);
    await caller("friend\n");
    await until(() => guests.length === 1);
    all.forEach((socket) => socket.destroy());
  });
});

it("a guest stays when strangers go, is heard, and may not send a line without an end", async () => {
  const [friend, stranger] = [await caller("friend\nfirst\nsec"), await caller()];
  await until(() => guests.length === 1 && strangers() === 1);
  vi.advanceTimersByTime(100_000);
  door.shut();
  await until(() => stranger.closed);
  friend.write("ond\n");
  await until(() => heard.length === 2);
  expect(heard).toEqual(["first", "second"]);
  await expect(caller()).rejects.toThrow(/ECONNREFUSED/);
  friend.write("x".repeat(2000));
  await until(() => friend.closed);
});

it("who does not read the last words, nor leave, is left after five seconds", async () => {
  const friend = connect({ port, host: HERE, allowHalfOpen: true }).pause();
  friend.write("friend\n");
  await until(() => guests.length === 1);
  takeLeave(guests[0], "goodbye\n");
  expect(guests[0].destroyed).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(guests[0].destroyed).toBe(true);
  friend.destroy();
});

it("more guests than a process may open files are refused at once", async () => {
  const many = Door.open(port, HERE, { guests: 1e15, longest: { first: 1, later: 1 }, admit: () => undefined });
  await expect(many).rejects.toThrow(
    /^This process may open \d+ files, too few for connections with .* \(`ulimit -n`\)\.$/,
  );
});
