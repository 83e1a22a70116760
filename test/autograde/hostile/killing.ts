import { atReading, kind, type Kind } from "./kind";

const died = /kernel|ended|stopped|in time|longer than|more than/i;

/** Cells that end, or stop, what runs them. They come after exercise 2, whose points and the first one's stay. */
export const killing: Kind[] = [
  atReading("kills-kernel", "ends its kernel", died, 'process.kill(process.pid, "SIGKILL");'),
  atReading("aborts-kernel", "crashes its kernel", died, "process.abort();"),
  atReading(
    "kills-runner",
    "ends the process that runs the notebook, and everything else it may",
    died,
    'for (const pid of [process.ppid, 1, -1]) {\n  try { process.kill(pid, "SIGKILL"); } catch { /* not allowed */ }\n}\nfor (;;) {}',
  ),
  atReading(
    "stops-runner",
    "stops the process that runs the notebook, so that it waits for ever",
    died,
    'for (const pid of [process.ppid, 1, -1]) {\n  try { process.kill(pid, "SIGSTOP"); } catch { /* not allowed */ }\n}\nprocess.kill(process.pid, "SIGSTOP");',
  ),
  kind("exits", "process.exit", { cells: { reading: "process.exit(0);" }, says: /process\.exit/ }),
  atReading(
    "really-exits",
    "the function under process.exit",
    died,
    "(process as unknown as { reallyExit(code: number): void }).reallyExit(0);",
  ),
  kind("daemons", "leaves processes behind that outlive everything", {
    first: `import { spawn } from "node:child_process";
for (const command of [
  "setsid -f sleep 98765", "nohup sleep 98765 >/dev/null 2>&1 &", "(trap '' TERM HUP INT; (sleep 98765 &) &) &",
]) {
  spawn("/bin/bash", ["-c", command], { detached: true, stdio: "ignore" }).unref();
}
await new Promise<void>((resolve) => { setTimeout(resolve, 500); });
console.log("TRIED daemons");`,
    tried: /TRIED daemons/,
  }),
];
