import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary";

const workbook = join(__dirname, "..", "..", "workbook");

describe("workbook run", () => {
  const run = (...words: string[]) => execa(process.execPath, [workbook, "run", ...words], { reject: false });

  it("refuses a program that is not there", async () => {
    const { exitCode, stderr } = await run("no-such-program");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("there is no program no-such-program");
  });

  it("passes arguments, exit status and output on, and makes an error one line", async () => {
    const program = join(temporaryFolder("run"), "program.mjs");
    writeFileSync(program, "console.log(process.argv.slice(2).join());\nthrow new Error('it\\nbroke');\n");
    const { exitCode, stdout, stderr } = await run(program, "--help", "x", "--y=1");
    expect(stdout).toBe("--help,x,--y=1");
    expect(stderr).toBe("workbook: it broke");
    expect(exitCode).toBe(1);
  });
});
