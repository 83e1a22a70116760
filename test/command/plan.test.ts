import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { planCommand } from "../../lib/command/plan/command";
import { exampleRun } from "../../lib/runs/example-run";
import { recordText } from "../../lib/runs/record";
import { inOwnFolder } from "../own-folder";

const own = inOwnFolder("plan");

function net(): string {
  const text = "name: resnet50\nimageSize: 224\nparameters: 25557032\nmultiplyAdds: 4.1e9\nactivations: 25e6\n";
  writeFileSync("net.yaml", text);
  return "net.yaml";
}
const run = (...flags: string[]) =>
  planCommand()
    .exitOverride()
    .parseAsync(["node", "plan", "--model", net(), "--cluster", "h100", "--precision", "mixed_float16", ...flags]);

it("prints the frontier, what it rests on, and what to choose", async () => {
  await run("--images", "1281167", "--epochs", "35");
  const text = own.printed.join("\n");
  expect(text).toMatch(
    /^resnet50, 224 x 224 pixels, mixed_float16, on 64 nodes of 8 H100: 35 epochs of 1281167 images\. \d+ of \d+ configurations fit, \d+ are within the limits\.$/m,
  );
  expect(text).toMatch(/^devices +global batch +local batch .* EUR +kWh +note *$/m);
  expect(text).toMatch(/^The cheapest takes [\d.]+ (h|min) on 1 device with \d+ images each, for [\d.]+ EUR\.$/m);
  expect(text).toMatch(/^The fastest takes [\d.]+ (h|min|s) on 512 devices with \d+ images each, for [\d.]+ EUR\.$/m);
  expect(text).toContain("The forecast rests on 5 steps in the cluster's file.");
});

it("keeps to limits, and draws what it found", async () => {
  const file = join("figures", "plan.html");
  await run("--images", "1281167", "--deadline", "1", "--global-batch", "1024,4096", "--out", file);
  const page = readFileSync(file, "utf8");
  expect(page).toMatch(/times as fast costs [\d.]+ times as much/);
  expect(page).toContain("What the forecast knows of a step");
  expect(own.printed.at(-1)).toBe(`The figure: ${file}`);
  await run("--out", "plan.json");
  const { data } = JSON.parse(readFileSync("plan.json", "utf8")) as {
    data: { name: string; x: number[] }[];
  };
  expect(data.map(({ name }) => name)).toEqual(["slower at the same cost", "nothing is both faster and cheaper"]);
  expect(data[1].x).toEqual([...data[1].x].sort((a, b) => a - b));
});

it("shows what a record says as a text on the page", async () => {
  const [file, record] = ["plan.html", "run.json"];
  const theirs = exampleRun({ epochSeconds: [2, 2], batches: [8, 8] });
  Object.assign(theirs.configuration, { model: "<img src=x>" });
  writeFileSync(record, recordText(theirs));
  await run("--runs", record, "--out", file);
  const page = readFileSync(file, "utf8");
  expect(page.includes("model &#60;img src=x&#62; instead of resnet50")).toBe(true);
  expect(page.includes("<img src=x>")).toBe(false);
});

it.each([
  [
    ["--deadline", "0.001"],
    /^None of \d+ configurations surely meets 3\.6 s: the fastest may take [\d.]+ s, so allow more time\.$/,
  ],
  [["--global-batch", "2,x"], /Give whole numbers from 1, separated by commas\./],
  [["--out", "plan.pdf"], /^The plan is drawn as \.html, \.png, \.svg or \.json, not "plan\.pdf"\.$/],
  [["--image-size", "96"], /describes images of 224 pixels, not 96: leave one of them out\.$/],
  [["--runs", "none.json"], /none\.json/],
  [["--image-size", "20000"], /It must be a whole number from 1 to 8192\./],
  [
    ["--out", "/proc/x.html"],
    /^The plan \/proc\/x\.html cannot be written: no file can be made there, so name another place\.$/,
  ],
  [
    ["--precision", "float32", "--cluster", "cluster.yaml"],
    /^The cluster's file cluster\.yaml: there is no such file, so check the path\.$/,
  ],
])("refuses %j in one line", async (flags, message) => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const error: unknown = await run(...flags).catch((reason: unknown) => reason);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message.trim()).not.toContain("\n");
});

it("refuses a folder in place of a file before it plans, and leaves no file behind", async () => {
  mkdirSync("d.html");
  await expect(run("--out", "d.html")).rejects.toThrow(
    /d\.html cannot be written: it is a folder, so name a file in it\.$/,
  );
  writeFileSync("text.txt", "");
  await expect(run("--out", join("text.txt", "a.html"))).rejects.toThrow(
    /cannot be written: a file stands where a folder is needed/,
  );
  await expect(run("--out", join("new", "a.html"), "--deadline", "0.001")).rejects.toThrow(/surely meets/);
  expect(readdirSync(".", { recursive: true }).sort()).toEqual(["d.html", "net.yaml", "new", "text.txt"]);
  expect(own.printed).toEqual([]);
});

it("refuses a picture without Chromium before it plans", async () => {
  vi.stubEnv("CHROMIUM", "/nowhere");
  await expect(run("--out", "plan.png")).rejects.toThrow(/need Chromium, which is not installed/);
  expect(own.printed).toEqual([]);
});

it("counts one of a thing as one, and says which numbers of devices have no plan", async () => {
  const cluster = "cluster.yaml";
  const text = { name: "A", device: "gpu", devices: 1, devicesPerNode: 8, memoryGB: 80, operationsPerSecond: 3e13 };
  const links = { insideGBps: 100, betweenGBps: 10 };
  writeFileSync(cluster, JSON.stringify({ ...text, links }));
  await run("--cluster", cluster, "--global-batch", "1", "--images", "1");
  expect(own.printed.join("\n")).toMatch(
    /: 90 epochs of 1 image\. 1 of 1 configuration fits, 1 is within the limits\.$/m,
  );
  expect(own.printed.join("\n")).toMatch(/ on 1 device with 1 image each, /);
  expect(own.printed.join("\n")).not.toContain("--global-batch");
  writeFileSync(cluster, JSON.stringify({ ...text, links, devices: 24 }));
  await run("--cluster", cluster, "--global-batch", "1024");
  expect(own.printed.at(-1)).toBe(
    "24 devices do not divide 1024 images: add 1536 to --global-batch for plans with them.",
  );
});
