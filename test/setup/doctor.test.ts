import { expect, test, vi } from "vitest";
import { versionLine } from "../../setup/doctor.mjs";
import { inspect } from "../../setup/requirements.mjs";
import { table } from "../../setup/table.mjs";
import { workbook } from "../workbook";

const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

test("the doctor's table fits 80 columns, and only a path that is longer sticks out", () => {
  const remedy =
    "Node 18.1.0 is too old: install Node 20, 22 or 24, at least 20.19 (on a cluster often `module load nodejs`).";
  const text = table([
    ["✓", "npm", "11.19.1", ""],
    ["✗", "TensorFlow's addon for Node (compiling)", "missing", remedy],
    ["-", "environment, in force", Array.from({ length: 30 }, (_, at) => `VARIABLE_${at}`).join(", "), "unset them"],
  ]);
  expect(longest(text)).toBeLessThanOrEqual(80);
  expect(text.split("\n").slice(0, 3)).toEqual([
    "✓  npm                                      11.19.1",
    "✗  TensorFlow's addon for Node (compiling)  missing",
    "   To do: Node 18.1.0 is too old: install Node 20, 22 or 24, at least 20.19 (on",
  ]);
  const path = `/${"x".repeat(90)}`;
  expect(table([["✓", "TensorFlow", `2.20.0 (${path})`, ""]])).toBe(`✓  TensorFlow\n   2.20.0\n   (${path})`);
});

test("on this machine, the doctor's words fit", () => {
  const rows = inspect().map(({ name, found, remedy = "" }): Parameters<typeof table>[0][0] => [
    ...(["✓", name, found, remedy] as const),
  ]);
  const lines = table(rows).split("\n");
  expect(lines.filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
});

test("the doctor names bubblewrap, what needs it, and how to get it", () => {
  vi.stubEnv("PATH", "/nowhere");
  expect(inspect()).toContainEqual({
    ...{ name: "bubblewrap", state: "optional", found: "none" },
    remedy: "for grading, which runs each submission in a sandbox: sudo apt install bubblewrap",
  });
});

test("--version says what the workbook is and runs on, also for `npm start -- --version`, and sets nothing up", async () => {
  expect(versionLine()).toMatch(
    /^Parallel Training Workbook \d+\.\d+\.\d+, Node \d+\.\d+\.\d+, (TensorFlow 2\.\S+ for [cg]pu|no TensorFlow yet)$/,
  );
  for (const words of [["--version"], ["-V"], ["start", "--version"]]) {
    expect(await workbook(words)).toMatchObject({ exitCode: 0, all: versionLine() });
  }
});
