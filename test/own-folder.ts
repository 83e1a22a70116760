import { rmSync } from "node:fs";
import { afterEach, beforeEach, vi } from "vitest";
import { temporaryFolder } from "./temporary";

/** Where a test of the file is, and what it has printed with `console.log`. */
interface OwnFolder {
  folder: string;
  printed: string[];
}

/**
 * Every test of the file runs in an empty folder of its own, as a notebook does in the student's; what it stubs ends with it.
 * @param environment is set for each test; `HOME` is the folder.
 */
export function inOwnFolder(name: string, environment: Record<string, string> = {}): OwnFolder {
  const before = process.cwd();
  const own: OwnFolder = { folder: "", printed: [] };
  beforeEach(() => {
    own.folder = temporaryFolder(name);
    own.printed = [];
    process.chdir(own.folder);
    for (const [variable, value] of Object.entries({ HOME: own.folder, ...environment })) vi.stubEnv(variable, value);
    vi.spyOn(console, "log").mockImplementation((line: string) => void own.printed.push(line));
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(own.folder, { recursive: true });
  });
  return own;
}

/** The environment of a machine with neither Slurm nor GPUs. */
export const plainMachine = { PATH: "/nowhere", WORKBOOK_CLUSTER: "no-such-cluster" };
