import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { ProgramEvent } from "../../../../chapters/07-frameworks/contenders/events";
import { runPrograms } from "../../../../chapters/07-frameworks/contenders/programs";
import { temporaryFolder } from "../../../temporary";

const nothing = { versions: {}, licences: {}, sources: {}, horovod: [] };

/** Runs a program of the site's in a container whose command is this shell script. */
function run(script: string, hasToEnd: Promise<string>, on: (event: ProgramEvent) => Promise<void>): Promise<void> {
  const folder = temporaryFolder("programs");
  const command = join(folder, "podman");
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const settings = { container: { runtime: "podman", command }, frameworks: { python: "python3", container: "image" } };
  writeFileSync(join(folder, "site.json"), JSON.stringify(settings));
  vi.stubEnv("WORKBOOK_SITE", join(folder, "site.json"));
  const environment = { ...nothing, name: "site", python: "python3" } as const;
  return runPrograms({ environment, program: "pytorch.py", gpu: true, folder, variables: {}, helpers: [], hasToEnd, on });
} // prettier-ignore

it("a program in a container gets the GPUs, reports on descriptor 3, and waits for a line on its standard input", async () => {
  const end = '{"event":"end","weights":"0","parameters":1,"peakMemoryBytes":1}';
  const events: string[] = [];
  const script = `case "$*" in *gpu=all*--interactive*--preserve-fds=1*) echo '${end}' >&3; read -r line;; *) exit 3;; esac`;
  await run(script, new Promise(() => undefined), async ({ event }) => void events.push(event));
  expect(events).toEqual(["end"]);
});

it("Python gets none of the variables that a job's modules set for other Pythons", async () => {
  const folder = temporaryFolder("python");
  const python = join(folder, "python");
  writeFileSync(python, `#!/bin/sh\nenv >${join(folder, "env")}\n`, { mode: 0o755 });
  for (const name of ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP"]) vi.stubEnv(name, "/module");
  const environment = { ...nothing, name: "study", python } as const;
  const rest = {
    folder,
    variables: {},
    helpers: [],
    hasToEnd: new Promise<string>(() => undefined),
    on: async () => undefined,
  };
  await expect(runPrograms({ environment, program: "pytorch.py", gpu: false, ...rest })).rejects.toThrow(
    "before its training did",
  );
  expect(readFileSync(join(folder, "env"), "utf8")).not.toContain("/module");
});

it("a container that has to end is told so, since it would outlive a command that was killed", async () => {
  const folder = temporaryFolder("ended");
  const file = (name: string) => join(folder, name);
  const script = `trap 'touch ${file("ended")}; exit 143' TERM; touch ${file("begun")}; while :; do sleep 0.05; done`;
  const begun = async (): Promise<string> => {
    while (!existsSync(file("begun"))) await setTimeout(20);
    return "Another process is lost.";
  };
  await expect(run(script, begun(), async () => undefined)).rejects.toThrow(/^Another process is lost\.$/);
  expect(existsSync(file("ended"))).toBe(true);
});
