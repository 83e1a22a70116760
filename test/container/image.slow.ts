import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startCluster, whyNoCluster, type LocalCluster } from "../../lib/cluster";
import { idOf } from "../../lib/jobs/job-folder";
import { jobOf } from "../../lib/jobs/request";
import { submitJob } from "../../lib/jobs/submit-job";
import { freePort } from "../../lib/system/free-port";
import { workbookRoot } from "../../lib/system/workbook";
import { toTheEnd } from "../jobs/on-cluster";
import { firstPort } from "../ports";
import { answerLines, inNotebook, titlesOfAnswers } from "./answers";
import { buildImage, run, useOwnStore, whyNoImage } from "./engines";
import { temporaryFolder } from "../temporary";

// The real image, built by buildah and run by podman and Charliecloud. WORKBOOK_IMAGE names one that was built before.
const reason = whyNoImage();
if (reason !== undefined) console.log(`The container's image: skipped; ${reason}.`);

const image = process.env.WORKBOOK_IMAGE ?? "localhost/parallel-training";
let folder: string; // everything that this file makes
beforeAll(() => {
  if (reason !== undefined) return;
  folder = temporaryFolder("image");
  useOwnStore(folder);
  if (process.env.WORKBOOK_IMAGE === undefined) buildImage(image);
}, 2_400_000);
afterAll(() => {
  if (reason !== undefined) return;
  if (process.env.WORKBOOK_IMAGE === undefined) spawnSync("buildah", ["rmi", "--all", "--force"]);
});

describe.skipIf(reason !== undefined)("a student's image", () => {
  it("holds no answers, no hidden tests, no tests and no history anywhere", () => {
    const lines = answerLines();
    expect(lines.length).toBeGreaterThan(100);
    // A check that computes the right answer itself shares a few lines with a solution; students have the checks anyhow.
    const allowed = readFileSync(join(workbookRoot, "container", "contents.txt"), "utf8")
      .trim()
      .split("\n");
    const sources = run("git", "ls-files", "--", ...allowed)
      .trim()
      .split("\n");
    const carried = sources.map((file) => readFileSync(join(workbookRoot, file), "utf8")).join("\n");
    const secret = lines.filter((line) => !carried.includes(line) && !carried.includes(inNotebook(line)));
    expect(secret.length).toBeGreaterThan(0.9 * lines.length);
    const searched = [...new Set([...secret, ...titlesOfAnswers()].flatMap((line) => [line, inNotebook(line)]))];
    const patterns = join(folder, "patterns.txt");
    writeFileSync(patterns, `${searched.join("\n")}\n`);

    const root = run("podman", "image", "mount", image).trim();
    try {
      const search = (...words: string[]) =>
        spawnSync("grep", ["--recursive", "--files-with-matches", "--text", ...words, "."], {
          cwd: root,
          encoding: "utf8",
        });
      expect(search("--fixed-strings", `--file=${patterns}`).stdout).toBe("");
      // Only what defines the marks has them: nbgrader's settings, and the step that looks for them.
      const marked = search("--extended-regexp", "/// BEGIN (SOLUTION|HIDDEN TESTS)").stdout.trim().split("\n");
      expect(marked).toEqual(["./opt/parallel-training/jupyter/nbgrader_config.py"]);
      // The search finds what is there: a line of the students' own notebook.
      writeFileSync(patterns, `${inNotebook("import { ")}\n`);
      expect(search("--fixed-strings", `--file=${patterns}`, "--include=one-device.ipynb").stdout).toContain(
        "notebooks/",
      );
      const histories = spawnSync("find", [".", "-name", ".git"], { cwd: root, encoding: "utf8" });
      expect(histories.stdout).toBe("");
      const inside = readdirSync(join(root, "opt", "parallel-training")).sort();
      const made = ["node_modules", ".workbook", "dist", "slurm"];
      expect(inside.filter((name) => !allowed.includes(name) && !made.includes(name))).toEqual([]);
      for (const compiler of ["usr/bin/g++", "usr/bin/gcc", "root/.npm", "root/.cache"]) {
        expect(existsSync(join(root, compiler)), compiler).toBe(false);
      }
    } finally {
      run("podman", "image", "unmount", image);
    }
  });

  it("opens the lessons to whoever has the token, as an ordinary user, and ends when it is stopped", async () => {
    const [port, name, home] = [
      await freePort("127.0.0.1", firstPort),
      `workbook-${process.pid}`,
      `home-${process.pid}`,
    ];
    const flags = ["--rm", `--name=${name}`, `--publish=127.0.0.1:${port}:8888`, `--volume=${home}:/home/student`];
    const container = spawn("podman", ["run", ...flags, image]);
    const ended = once(container, "exit");
    try {
      const token = await tokenOf(container);
      const status = async (path: string, headers: Record<string, string> = {}) => {
        const args = Object.entries(headers).flatMap(([key, value]) => ["--header", `${key}: ${value}`]);
        const url = `http://127.0.0.1:${port}/${path}`;
        return run("curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", ...args, url);
      };
      expect(await status(`lab?token=${token}`)).toBe("200");
      expect(await status("api/contents")).toBe("403");
      expect(await status(`api/contents?token=${token}`, { Host: "elsewhere.example" })).toBe("403");
      const said = run(
        "podman",
        "exec",
        name,
        "sh",
        "-c",
        "id -u; cat /proc/1/comm; touch /opt/parallel-training/x 2>&1 || true",
      );
      expect(said).toMatch(/^1000\ntini\n.*Permission denied/);
      run("podman", "stop", "--time=20", name);
      expect(await ended).toEqual([0, null]);
      // The volume keeps the student's own notebooks.
      const kept = run("podman", "volume", "inspect", "--format={{.Mountpoint}}", home).trim();
      expect(readdirSync(join(kept, "parallel-training"))).toContain("01-one-device");
    } finally {
      spawnSync("podman", ["rm", "--force", name]);
      spawnSync("podman", ["volume", "rm", "--force", home]);
    }
  });

  it("runs a lesson", () => {
    // The instructor's notebook comes from outside, since the image has none.
    const solutions = `--volume=${join(workbookRoot, "solutions")}:/opt/parallel-training/solutions:ro`;
    const { status, stdout, stderr } = spawnSync(
      "podman",
      ["run", "--rm", solutions, image, "lesson", "02-mirrored", "--out", "/home/student/results"],
      { encoding: "utf8" },
    );
    expect(`${stdout}${stderr}`).toContain("wrote /home/student/results/02-mirrored/mirrored.html");
    expect(status).toBe(0);
  });
});

describe.skipIf(reason !== undefined || whyNoCluster() !== undefined)("a job on two nodes", () => {
  let cluster: LocalCluster;
  let unpacked: string;
  const before = process.cwd();
  beforeAll(async () => {
    const name = `image-${process.pid}`;
    mkdirSync(join(folder, "work"));
    process.chdir(join(folder, "work"));
    process.env.WORKBOOK_CLUSTER = name;
    // Charliecloud takes any folder with the image's files; sites unpack it on a disk that all nodes see.
    unpacked = run("podman", "image", "mount", image).trim();
    cluster = await startCluster({ nodes: 2, cpus: 4, memory: 4000, rate: "none", name });
  });
  afterAll(async () => {
    process.chdir(before);
    delete process.env.WORKBOOK_CLUSTER;
    await cluster?.down();
    run("podman", "image", "unmount", image);
  });

  it.each([
    ["charliecloud", () => ({ image: unpacked, runtime: "charliecloud" })],
    // Without `--cgroups=disabled`, which runc does not have.
    ["podman", () => ({ image, runtime: "podman", command: "podman run" })],
  ])("runs in %s, trains over the network, and leaves its record outside", async (_, container) => {
    const site = join(folder, "site.json");
    writeFileSync(site, JSON.stringify({ container: container() }));
    vi.stubEnv("WORKBOOK_SITE", site);
    vi.stubEnv("WORKBOOK_DATA_DIR", join(folder, "data"));
    const small = ["--epochs", "1", "--train-images", "64", "--test-images", "16"];
    const request = {
      task: "many-nodes",
      preset: "quick",
      nodes: 2,
      cpusPerNode: 2,
      memory: 2,
      arguments: small,
    } as const;
    const job = await submitJob(await jobOf(request));
    const { done, message, run: record } = await toTheEnd(job);
    expect(message).toBe(`Job ${idOf(job)} is done.`);
    expect(done).toBe(true);
    expect(record).toMatchObject({ outcome: "completed" });
    expect(existsSync(join(job.folder, "run.json"))).toBe(true);
  });
});

/** The token that a started container prints. */
function tokenOf(container: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    container.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const token = /token=([0-9a-f]+)/.exec(printed)?.[1];
      if (token !== undefined) resolve(token);
    });
    container.once("exit", () => reject(new Error(`The container ended at its start: ${printed}`)));
  });
}
