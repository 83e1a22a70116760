import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  environmentFile,
  currentEnvironment,
  readEnvironments,
  recordEnvironment,
} from "../../lib/experiment/environment";
import { checkout, npmPackages, pythonPackages } from "../../lib/experiment/environment/installed";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("parallel-training");
const here = await currentEnvironment();

describe("the environment", () => {
  it("has the versions that are installed, exactly", () => {
    const installed = JSON.parse(readFileSync(join(workbookRoot, "node_modules/zod/package.json"), "utf8")) as {
      version: string;
    };
    expect(here.npm).toContainEqual({ name: "zod", version: installed.version });
    expect(here.node).toBe(process.versions.node);
    expect(here.machine.cores).toBeGreaterThan(0);
    expect(here.tensorflow?.version).toMatch(/^2\./);
    expect(here).not.toHaveProperty("slurm");
  });

  it("holds no variable of the process, and nothing else than it says", async () => {
    process.env.WORKBOOK_SECRET_OF_TEST = "do not tell";
    const text = JSON.stringify(await currentEnvironment());
    delete process.env.WORKBOOK_SECRET_OF_TEST;
    expect(text).not.toContain("do not tell");
    expect(Object.keys(here).sort()).toEqual(
      ["machine", "node", "npm", "python", "takenAt", "tensorflow", "workbook"].filter((key) => key in here),
    );
  });

  it("is written once, and again only when something has changed", async () => {
    await recordEnvironment(folder, here);
    await recordEnvironment(folder, { ...here, takenAt: new Date().toISOString() });
    expect(await readEnvironments(folder)).toEqual([here]);
    const other = { ...here, node: "99.0.0" };
    await recordEnvironment(folder, other);
    expect(await readEnvironments(folder)).toEqual([here, other]);
  });

  it("names a file that is none", async () => {
    const broken = mkdtempSync(join(folder, "broken-"));
    writeFileSync(environmentFile(broken), "{");
    await expect(readEnvironments(broken)).rejects.toThrow(/environment\.json is not a file of environments/);
    writeFileSync(environmentFile(broken), '{"schema":1,"environments":[]}');
    await expect(readEnvironments(broken)).rejects.toThrow(/environments: /);
  });
});

describe("a checkout", () => {
  it("tells its commit and what has been changed since", async () => {
    const place = mkdtempSync(join(folder, "checkout-"));
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", place, "-c", "user.name=t", "-c", "user.email=t@example.org", ...args]).toString();
    expect(await checkout(place)).toBeUndefined();
    git("init", "-q");
    writeFileSync(join(place, "a.txt"), "1");
    git("add", ".");
    git("commit", "-qm", "first");
    const commit = git("rev-parse", "HEAD").trim();
    expect(await checkout(place)).toEqual({ commit, changed: [] });
    writeFileSync(join(place, "a.txt"), "2");
    const changed = await checkout(place);
    expect(changed).toMatchObject({ commit, changed: ["a.txt"] });
    writeFileSync(join(place, "a.txt"), "3");
    expect((await checkout(place))?.changes).not.toBe(changed?.changes);
  });
});

describe("packages", () => {
  it("of npm stand there with each of their versions, links by their own name", async () => {
    const place = mkdtempSync(join(folder, "npm-"));
    expect(await npmPackages(place)).toEqual([]);
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/b": { version: "2.0.0" },
      "node_modules/b/node_modules/@s/a": { version: "1.1.0" },
      "node_modules/@s/a": { version: "2.1.0" },
      "node_modules/c/node_modules/b": { version: "2.0.0" },
      "node_modules/linked": { resolved: "lib/linked", link: true },
      "lib/linked": { name: "linked", version: "3.0.0" },
    };
    writeFileSync(join(place, "package-lock.json"), JSON.stringify({ packages }));
    expect((await npmPackages(place)).map(({ name, version }) => `${name} ${version}`)).toEqual([
      ...["@s/a 1.1.0", "@s/a 2.1.0", "b 2.0.0", "linked 3.0.0"],
    ]);
  });

  it("of Python are those of its environment", async () => {
    const place = mkdtempSync(join(folder, "venv-"));
    expect(await pythonPackages(place)).toBeUndefined();
    writeFileSync(join(place, "pyvenv.cfg"), "home = /usr/bin\nversion = 3.11.2\n");
    mkdirSync(join(place, "lib", "python3.11", "site-packages", "argon2_cffi-25.1.0.dist-info"), { recursive: true });
    mkdirSync(join(place, "lib", "python3.11", "site-packages", "argon2"), { recursive: true });
    expect(await pythonPackages(place)).toEqual({
      version: "3.11.2",
      packages: [{ name: "argon2-cffi", version: "25.1.0" }],
    });
  });
});
