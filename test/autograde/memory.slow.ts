import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import type { SandboxOutcome } from "../../lib/autograde/sandbox";
import { freeMemory } from "../../lib/autograde/sandbox/watch";
import { workbookRoot } from "../../lib/system/workbook";
import { whyNotRoot } from "../system/mallory";
import { expectItsOwnMemory, fillers, GiB, honest, honestly, whyNoGroup } from "./memory";
import { needsSandbox, notebookOf, printed } from "./sandboxed";

needsSandbox();

it.skipIf(whyNoGroup).each(["stream sockets", "datagram sockets with large buffers", "page tables"] as const)(
  `memory that the system keeps is the submission's: %s${whyNoGroup}`,
  (filler) => expectItsOwnMemory(fillers[filler]),
);

const whyNotTried = whyNotRoot || (freeMemory() < 6 * GiB ? "this machine has too little memory" : "");

it.skipIf(whyNotTried)(
  `where nothing counts that memory, whoever takes it twice has taken it${whyNotTried && ` (${whyNotTried})`}`,
  async () => {
    // Others on this machine may take or free a gigabyte meanwhile.
    const limits = { machineBytes: freeMemory() - 2.5 * GiB, memoryBytes: GiB, descriptors: 20_000 };
    const notebooks = [[fillers["stream sockets"]], [honest], [honest]].map(notebookOf);
    const program = `
      const { runInSandbox } = require(${JSON.stringify(join(workbookRoot, "dist", "lib", "autograde", "sandbox"))});
      const limits = ${JSON.stringify(limits)};
      const runs = ${JSON.stringify(notebooks)}.map((notebook) => runInSandbox({ notebook, files: [], questions: "{}" }, { limits }));
      Promise.all(runs).then((outcomes) => console.log(JSON.stringify(outcomes)));`;
    const outcomes = JSON.parse(await withoutGroups(program)) as SandboxOutcome[];
    expect(outcomes.map(({ end }) => end.kind)).toEqual(["memory", "finished", "finished"]);
    expect(outcomes.slice(1).map(printed)).toEqual([[honestly], [honestly]]);
  },
);

/** Runs a program where all control groups can only be read, as in most containers. @returns what it printed. */
async function withoutGroups(program: string): Promise<string> {
  const script = `for folder in $(grep -E ' cgroup2? ' /proc/self/mounts | cut -d ' ' -f 2); do
    mount --bind "$folder" "$folder" && mount -o remount,bind,ro "$folder" || exit 1
  done; exec "$0" -e "$1"`;
  const words = ["--mount", "sh", "-c", script, process.execPath, program];
  return (await execa("unshare", words, { stderr: "inherit" })).stdout;
}
