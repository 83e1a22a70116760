import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { runInSandbox, usualLimits } from "../../lib/autograde/sandbox";
import { mayBeOthers } from "../../lib/autograde/sandbox/run";
import { Turns } from "../../lib/autograde/sandbox/turns";
import { excess } from "../../lib/autograde/sandbox/watch";
import { workbookRoot } from "../../lib/system/workbook";
import { needsSandbox, notebookOf, printed, sandboxed, shell, statuses } from "./sandboxed";
import { temporaryFolder } from "../temporary";

needsSandbox();

const folder = temporaryFolder("sandbox");

function readableFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isFile() ? each.name : []));
  } catch {
    return []; // not even by the grader
  }
}

describe("in the sandbox", () => {
  it("nothing of the outside is seen or reached", async () => {
    vi.stubEnv("A_SECRET", "of the grader");
    writeFileSync(join(folder, "secret"), "secret");
    const server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const probes = {
      environment: "env; cat /proc/1/environ",
      solutions: `ls ${workbookRoot}/solutions ${workbookRoot}/test ${workbookRoot}/.git ${workbookRoot}/lib/checks`,
      answers: `cat ${workbookRoot}/dist/solutions/01-one-device/exercises/steps.js`,
      outside: `cat ${folder}/secret /etc/shadow /etc/machine-id; ls -A /root /home | grep -v student`,
      processes: "ls /proc | grep -c '^[0-9]'",
      descriptors: "ls /proc/2/fd",
      rights: "grep -E 'Cap(Eff|Prm|Bnd)|NoNewPrivs|Seccomp:' /proc/self/status",
      writing: `for f in / /etc /dev /usr/bin ${workbookRoot} ${workbookRoot}/dist /questions.json; do test -w $f && echo $f; done`,
      namespaces: "unshare --user true; unshare --net true",
      mounting: "mount -t tmpfs none /tmp",
      keys: "keyctl show; cat /proc/keys | wc -l",
    };
    const cells = [
      ...Object.values(probes).map(shell),
      `await new Promise((resolve) => require("net").connect(${port}, "127.0.0.1").on("error", (error: Error) => { console.log(error.message); resolve(0); }).on("connect", () => { console.log("reached"); resolve(0); }))`,
      `import { checkStepsPerEpoch } from "parallel-training/exercises/01-one-device";`,
      `checkStepsPerEpoch((images, batch) => Math.ceil(images / batch)).score(2)`,
    ];
    const outcome = await sandboxed(cells);
    server.close();
    const said = printed(outcome);
    const of = (name: keyof typeof probes): string => said[Object.keys(probes).indexOf(name)];
    expect(outcome.end.kind).toBe("finished");
    expect(of("environment")).toContain("NBGRADER_EXECUTION=autograde");
    expect(of("environment")).not.toContain("A_SECRET");
    expect(of("solutions").match(/No such file/g)).toHaveLength(4);
    expect(of("answers")).toContain("No such file");
    for (const path of [`${folder}/secret`, "/etc/shadow", "/etc/machine-id"])
      expect(of("outside")).toContain(`${path}: No such file`);
    // Of a home there may be the way to Node or Python, and nothing else.
    for (const path of ["/root", "/home"])
      expect(readableFiles(path).filter((name) => of("outside").includes(name))).toEqual([]);
    expect(of("outside")).not.toMatch(/^secret/m);
    expect(Number(of("processes"))).toBeLessThan(10);
    expect(of("descriptors")).toMatch(/denied/);
    expect(of("rights").match(/Cap\w+:\t0+$/gm)).toHaveLength(3);
    expect(of("rights")).toMatch(/NoNewPrivs:\t1\nSeccomp:\t2/);
    expect(of("writing").trim()).toBe("");
    expect(of("namespaces").match(/not permitted/g)).toHaveLength(2);
    expect(of("mounting")).toMatch(/denied|permitted|superuser/);
    expect(said.at(-3)).toContain("ECONNREFUSED");
    expect(said.at(-1)).toBe("Checks are made after the run.\n");
  });

  it("a killed kernel ends the run, and what came before stays", async () => {
    const outcome = await sandboxed([`console.log("before")`, `process.kill(process.pid, "SIGKILL")`, `1`]);
    expect(statuses(outcome)).toEqual(["ok", "died"]);
    expect(outcome.end).toMatchObject({ kind: "kernel", cell: 1 });
  });
});

it("what is not a sandbox yet is not taken for one that uses too much", () => {
  expect(excess(process.pid, { ...usualLimits, memoryBytes: 1, processes: 1 })).toBeUndefined();
});

it.each([
  ["the machine's memory", "failed", { lackedMemory: true }, false, true],
  ["the user's watches", "kernel", { sharedUser: true }, true, true],
  ["the user's processes", "failed", { sharedUser: true }, true, true],
  ["nothing, where each has its own user", "kernel", {}, true, false],
  ["nothing, where it ran alone", "kernel", { sharedUser: true }, false, false],
  ["nothing of what it used too much of itself", "descriptors", { sharedUser: true }, true, false],
] as const)("a run is repeated alone where another may have taken %s", (_, kind, cause, beside, again) => {
  const outcome = { cells: [], end: { kind, message: "" }, seconds: 1 };
  expect(mayBeOthers({ outcome, lackedMemory: false, sharedUser: false, ...cause }, beside)).toBe(again);
});

it("runs know of others beside them, whichever began first, and of none where they are alone", async () => {
  const turns = new Turns();
  const both = [1, 2].map((value) => turns.together(() => sleep(5, value)));
  const alone = turns.alone(() => sleep(5, 3));
  expect(await Promise.all(both)).toEqual([{ value: 1, beside: true }, { value: 2, beside: true }]); // prettier-ignore
  expect(await alone).toBe(3);
  expect(await turns.together(() => sleep(5, 4))).toEqual({ value: 4, beside: false });
});

it("a submission's files are regular files in its folder, or are refused", async () => {
  symlinkSync("/etc/passwd", join(folder, "link"));
  const run = (path: string, from: string) =>
    runInSandbox({ notebook: notebookOf(["1"]), files: [{ path, from }], questions: "{}" });
  await expect(run("link", join(folder, "link"))).rejects.toThrow(/ELOOP|regular file/);
  await expect(run("../up", "/etc/passwd")).rejects.toThrow("no path in a submission's folder");
  await expect(run("dev", "/dev/zero")).rejects.toThrow("no regular file");
});
