import { atReading, solvedBut, type Kind } from "./kind";

const died = /kernel|ended|stopped|in time|longer than|more than/i;

/** Cells that end, or stop, what runs them. They come after exercise 2, whose points and the first one's stay. */
export const killing: Kind[] = [
  {
    name: "kills-kernel",
    tries: "ends its kernel",
    ...atReading('process.kill(process.pid, "SIGKILL");'),
    says: died,
  },
  {
    name: "aborts-kernel",
    tries: "crashes its kernel",
    ...atReading("process.abort();"),
    says: died,
  },
  {
    name: "kills-runner",
    tries: "ends the process that runs the notebook, and everything else it may",
    ...atReading(
      'for (const pid of [process.ppid, 1, -1]) {\n  try { process.kill(pid, "SIGKILL"); } catch { /* not allowed */ }\n}\nfor (;;) {}',
    ),
    says: died,
  },
  {
    name: "stops-runner",
    tries: "stops the process that runs the notebook, so that it waits for ever",
    ...atReading(
      'for (const pid of [process.ppid, 1, -1]) {\n  try { process.kill(pid, "SIGSTOP"); } catch { /* not allowed */ }\n}\nprocess.kill(process.pid, "SIGSTOP");',
    ),
    says: died,
  },
  {
    name: "exits",
    tries: "process.exit",
    hand: solvedBut({ cells: { reading: "process.exit(0);" } }),
    lost: { only: { "test-reading": 0 } },
    says: /process\.exit/,
  },
  {
    name: "really-exits",
    tries: "the function under process.exit",
    ...atReading("(process as unknown as { reallyExit(code: number): void }).reallyExit(0);"),
    says: died,
  },
  {
    name: "daemons",
    tries: "leaves processes behind that outlive everything",
    hand: solvedBut({
      first: `import { spawn } from "node:child_process";
for (const command of [
  "setsid -f sleep 98765", "nohup sleep 98765 >/dev/null 2>&1 &", "(trap '' TERM HUP INT; (sleep 98765 &) &) &",
]) {
  spawn("/bin/bash", ["-c", command], { detached: true, stdio: "ignore" }).unref();
}
await new Promise<void>((resolve) => { setTimeout(resolve, 500); });
console.log("TRIED daemons");`,
    }),
    tried: /TRIED daemons/,
  },
];
