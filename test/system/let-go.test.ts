import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { expect, it } from "vitest";
import { letGo } from "../../lib/system/let-go";

it("a program that has ended is not waited for, whoever keeps its output open", async () => {
  const program = execa("sh", ["-c", "echo said; sleep 20 & exit 0"], { stdin: "ignore" });
  letGo(program);
  const ended = program.then(({ stdout }) => stdout);
  expect(await Promise.race([ended, sleep(15_000, "still waits", { ref: false })])).toBe("said");
});

it("a program that takes too long is ended, and what it started is not waited for", async () => {
  const script = "trap '' TERM; sleep 20 & wait";
  const program = execa("sh", ["-c", script], { reject: false, timeout: 500, forceKillAfterDelay: 500 });
  letGo(program);
  const ended = program.then(({ timedOut }) => timedOut);
  expect(await Promise.race([ended, sleep(15_000, "still waits", { ref: false })])).toBe(true);
});
