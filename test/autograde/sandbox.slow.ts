import { expect, it } from "vitest";
import { readOutputs } from "../../lib/autograde/sandbox";
import { commandLines } from "../command-lines";
import { kernelSeconds, needsSandbox, printed, python, sandboxed, shell, statuses } from "./sandboxed";

needsSandbox();

it("what no namespace keeps apart and no limit counts cannot be had", async () => {
  const script = `
import ctypes, fcntl, mmap, os, socket, struct
libc = ctypes.CDLL(None, use_errno=True)
def call(name, result):
    print(name, "refused" if result < 0 else "HAD", ctypes.get_errno(), flush=True)
call("memfd", libc.memfd_create(b"x", 0))
call("shared memory", libc.shmget(0, 4096, 0o1600))
call("trace", libc.ptrace(16, os.getppid(), 0, 0))
call("namespace", libc.unshare(0x10000000))
call("asynchronous I/O", libc.syscall(206 if os.uname().machine == "x86_64" else 0, 10, ctypes.byref(ctypes.c_ulong())))
call("watches", libc.inotify_init())
call("watches of the disk", libc.fanotify_init(0x200, 0))
call("a filter", libc.prctl(22, 2, 0, 0, 0))
call("the disks", libc.syncfs(1))
call("the log", libc.klogctl(3, ctypes.create_string_buffer(9), 9))
call("a thread with descriptors of its own", libc.clone(ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 0), ctypes.byref(ctypes.create_string_buffer(1 << 16), 1 << 15), 0x10900, None))
call("descriptors of its own", libc.close_range(1000, 1001, 2))
program, pipe = open("/usr/bin/env", "rb"), os.pipe()[1]
for name, attempt in {
    "flock": lambda: fcntl.flock(program, fcntl.LOCK_EX | fcntl.LOCK_NB),
    "a lock": lambda: fcntl.lockf(program, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "a lease": lambda: fcntl.fcntl(program, 1024, fcntl.F_RDLCK),
    "a notice": lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), 1026, 1),
    "pages of a pipe": lambda: fcntl.fcntl(pipe, 1031, 1 << 20),
    "large pages": lambda: mmap.mmap(-1, 1 << 21, flags=0x40022),
    "a filter of a socket": lambda: socket.socket().setsockopt(1, 26, struct.pack("HxxxxxxP", 1, 0)),
}.items():
    try:
        attempt()
        print(name, "HAD", flush=True)
    except OSError as error:
        print(name, "refused" if error.errno == 1 else "HAD", error.errno, flush=True)
for family in (40, 17, 38):
    try:
        socket.socket(family, socket.SOCK_STREAM)
        print("family", family, "HAD")
    except OSError as error:
        print("family", family, "refused", error.errno)
for path in ("/proc/1/root", "/proc/2/mem", "/proc/2/environ", "/proc/sysrq-trigger", "/dev/mem", "/dev/kmsg"):
    try:
        os.listdir(path) if path.endswith("root") else open(path, "r+b")
        print(path, "HAD")
    except OSError as error:
        print(path, "refused", error.errno)
`;
  const outcome = await sandboxed([python(script)]);
  const said = printed(outcome)[0].trim().split("\n");
  expect(said).toHaveLength(28);
  // An ordinary user's sandbox lets it look at its own root through its own first process.
  expect(said.filter((line) => line.includes("HAD") && !line.startsWith("/proc/1/root"))).toEqual([]);
});

it("nothing outlives a run, and a runner that was stopped does not stop the grader", async () => {
  const mark = `8${process.pid}`;
  const daemon = shell(`setsid sh -c 'trap "" INT TERM HUP; sleep ${mark}' >/dev/null 2>&1 & sleep 1`);
  const alive = () => commandLines().some(([, line]) => line.startsWith(`sleep\0${mark}`));
  const finished = await sandboxed([daemon]);
  expect(finished.end.kind).toBe("finished");
  expect(alive()).toBe(false);
  const limits = { cellSeconds: await kernelSeconds() };
  const stopped = await sandboxed([`1`, `process.kill(process.ppid, "SIGSTOP")`, `for (;;) {}`], limits);
  expect(stopped.end).toMatchObject({ kind: "time", cell: 1 });
  const killed = await sandboxed([daemon, `process.kill(process.ppid, "SIGKILL")`, `for (;;) {}`]);
  expect(killed.end).toMatchObject({ kind: "kernel", cell: 1 });
  expect(statuses(killed)).toEqual(["ok", "died"]);
  expect(alive()).toBe(false);
});

it("memory in several processes, and files without content, are counted", async () => {
  const limits = { memoryBytes: 600 * 2 ** 20 };
  const hog = `${python(`import time; kept = b"x" * 250_000_000; time.sleep(60)`).replace("spawnSync", "spawn").replace(".stdout", "")}`;
  const memory = await sandboxed([`for (let i = 0; i < 4; i++) ${hog}`, `await new Promise(() => undefined)`], limits);
  expect(memory.end.kind).toBe("memory");
  const files = `for (let i = 0; ; i++) require("fs").writeFileSync(process.env.TMPDIR + "/" + i, "")`;
  expect((await sandboxed([files])).end.kind).toBe("disk");
});

it("what is too large for one message takes its cell, and no other", async () => {
  const display = `(globalThis as unknown as Record<symbol, (bundle: object, update: boolean) => void>)[Symbol.for("parallel-training.display")]`;
  const outcome = await sandboxed([
    `${display}({ data: { "text/plain": "x".repeat(2e8) } }, false)`,
    `console.log("on")`,
  ]);
  expect(statuses(outcome)).toEqual(["error", "ok"]);
  const [output] = readOutputs(outcome.cells)[0].outputs;
  expect(`${String(output.ename)}: ${String(output.evalue)}`).toMatch(/^OutputLimit: .*more than 32 MB/);
  expect(printed(outcome)[1]).toBe("on\n");
});
