import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const read = (...path: string[]): string => readFileSync(join(workbookRoot, ...path), "utf8");
const steps = join(workbookRoot, "container", "steps.sh");
const contents = read("container", "contents.txt").trim().split("\n");
/** The checks of exercises are built from it, and then it goes. */
const closed = "solutions";
const containerfile = read("container", "Containerfile");
const recipe = read("container", "parallel-training.def");

/** The sections of a stage of Apptainer's recipe, by name. */
const stages = recipe.split(/^Stage: /m).slice(1);
const sectionsOf = (stage: string): Map<string, string> =>
  new Map(
    stage
      .split(/^%/m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0].trim(), section.split("\n").slice(1).join("\n")] as const),
  );

describe("what gets into the image", () => {
  it("is what contents.txt names, for each of the three that read a list (`npx vitest -u` writes .dockerignore)", async () => {
    const first =
      "# Written from container/contents.txt by `npx vitest -u`: nothing else gets into the image, and `solutions` is gone from it.\n*\n";
    const list = [...contents, closed].map((name) => `!${name}\n`).join("");
    const never = "**/.ipynb_checkpoints\nnotebooks/*/results\n"; // what whoever builds has solved
    await expect(first + list + never).toMatchFileSnapshot(join(workbookRoot, ".dockerignore"));
    const copied = (sectionsOf(stages[0]).get("files") ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    expect(copied).toEqual([...contents, closed].map((name) => `${name} /opt/parallel-training/${name}`));
    expect(containerfile.match(/^COPY .*$/gm)).toEqual([
      "COPY container/steps.sh /opt/parallel-training/container/steps.sh",
      "COPY . /opt/parallel-training",
      "COPY container/steps.sh /opt/parallel-training/container/steps.sh",
      "COPY --from=build /opt/parallel-training /opt/parallel-training",
    ]);
  });

  it("is there, holds all that the workbook is built from, and no answers", () => {
    for (const name of contents) expect(existsSync(join(workbookRoot, name)), name).toBe(true);
    const { include } = JSON.parse(read("tsconfig.json")) as { include: string[] };
    const sources = include.map((pattern) => pattern.split("/")[0]);
    const tools = ["bench", "book", "docs"]; // for those who read about the workbook or work on it
    expect([...contents, closed]).toEqual(expect.arrayContaining(sources.filter((name) => !tools.includes(name))));
    for (const name of [...tools, "solutions", "test", ".git", "results", "INSTRUCTORS.md", "."]) {
      expect(contents).not.toContain(name);
    }
  });
});

it("the Containerfile and Apptainer's recipe run the same steps, in the same order and stages", () => {
  const stepsIn = (text: string): string[] => [...text.matchAll(/ sh .*steps\.sh (\S+)$/gm)].map(([, step]) => step);
  const [, ...parts] = containerfile.split(/^FROM /m);
  for (const steps of [parts.map(stepsIn), stages.map(stepsIn)])
    expect(steps).toEqual([
      ["compilers", "set-up"],
      ["programs", "check"],
    ]);
  expect(containerfile).toMatch(/^USER 1000:1000$/m);
  expect(containerfile).toMatch(/^ARG BASE=node:20-bookworm-slim$/m);
});

it("Apptainer's recipe has sections that Apptainer knows, and all scripts are shell", () => {
  const known = ["arguments", "files", "files from build", "post", "labels", "environment", "runscript", "help"];
  const scripts = stages.flatMap((stage) => {
    const sections = sectionsOf(stage);
    expect(known).toEqual(expect.arrayContaining([...sections.keys()]));
    return ["post", "environment", "runscript"].map((name) => sections.get(name) ?? "");
  });
  for (const script of [...scripts, readFileSync(steps, "utf8"), read("container", "entry.sh")]) {
    execFileSync("sh", ["-n"], { input: script.replace(/\{\{ (\w+) \}\}/g, "$1") });
  }
  execFileSync("bash", ["-n"], { input: read("container", "debian-base.sh") });
});

describe("the build's last step", () => {
  /** An image's folder as the build leaves it, with these files more. */
  function imageWith(files: Record<string, string>): string {
    const folder = temporaryFolder("image");
    const usual = {
      "container/contents.txt": read("container", "contents.txt"),
      "slurm/site.json": "{}",
      "lib/checks/check.ts": "export {};",
      "notebooks/01-one-device/one-device.ipynb": "{}",
      "jupyter/nbgrader_config.py": 'begin = "/// BEGIN SOLUTION"',
      "node_modules/anything/solutions/index.js": "",
      ".workbook/tensorflow.json": "{}",
      "dist/lib/index.js": "",
      workbook: 'console.log("doctor");',
    };
    for (const [name, text] of Object.entries({ ...usual, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }
  const check = (files: Record<string, string>) =>
    spawnSync("sh", [steps, "check", imageWith(files)], { encoding: "utf8" });

  it("accepts what contents.txt names and what set-up makes, and asks the doctor", () => {
    const { status, stdout, stderr } = check({});
    expect([status, stdout, stderr]).toEqual([0, "doctor\n", ""]);
  });

  const foreign = (file: string) => `${file} is not in container/contents.txt: it does not belong in the image`;
  const answers = (file: string) => `solutions or hidden tests are in ./${file}`;
  const workedIn = (file: string) => `somebody has worked in ${dirname(file)}: take it away`;
  it.each([
    ["solutions/01-one-device/one-device.ipynb", foreign, "{}"],
    ["solutions/01-one-device/lesson.md", foreign, ""],
    ["solutions/01-one-device/exercises/steps.ts", foreign, ""],
    ["test/chapters/01-one-device/exercises/steps.ts", foreign, ""],
    [".git/HEAD", foreign, "ref: refs/heads/main"],
    ["slurm/examples/cpu.sh", foreign, ""],
    ["results/01-one-device/one-device.ipynb", foreign, "{}"],
    ["libs/anything", foreign, ""],
    ["notebooks/01-one-device/own.ipynb", answers, '"source": ["/// BEGIN SOLUTION\\n", "return 7;"]'],
    ["notebooks/01-one-device/lesson.md", answers, "```{code-cell}\n/// BEGIN SOLUTION\nreturn 7;"],
    ["dist/lib/index.js", answers, "/// BEGIN HIDDEN TESTS"],
    ["lib/checks/check.ts", answers, "/// BEGIN SOLUTION"],
    ["notebooks/01-one-device/results/baseline.json", workedIn, "{}"],
    ["notebooks/01-one-device/.ipynb_checkpoints/one-device.ipynb", workedIn, "{}"],
  ])("refuses %s, and says why", (file, why, text) => {
    const { status, stderr } = check({ [file]: text });
    expect([status, stderr]).toEqual([1, `image: ${why(file)}\n`]);
  });

  it("refuses a base whose Node is too old, and an unknown step", () => {
    const tools = temporaryFolder("tools");
    for (const [name, script] of [
      [
        "node",
        `exec ${process.execPath} -e "const process = { versions: { node: '18.20.4' }, exit: globalThis.process.exit }; $2"`,
      ],
      ["apt-get", "exit 0"],
    ]) {
      writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const run = (step: string) =>
      spawnSync("sh", [steps, step], { encoding: "utf8", env: { PATH: `${tools}:/usr/bin:/bin` } });
    const tooOld = run("compilers");
    expect(tooOld.status).toBe(1);
    expect(tooOld.stderr).toBe(
      "image: the base has no Node from 20.19: take a base that has it, such as node:20-bookworm-slim\n",
    );
    expect(run("nonsense").status).toBe(2);
  });
});
