import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fitScale } from "../../lib/experiment/scale";
import { forecastTable } from "../../lib/plan";
import { configurationsOf } from "../../lib/plan/configurations";
import { forecasts } from "../../lib/plan/forecast";
import { subjectOf } from "../../lib/plan/subject";
import { readCluster, linksOf } from "../../lib/plan/cluster";
import { fileOf, folder, resnet50 } from "./plan-files";

describe("readCluster", () => {
  const rows = { name: "A", device: "cpu", devices: 4, devicesPerNode: 2, memoryGB: 4 };
  const step = { model: "resnet50", imageSize: 224, devices: 2, localBatch: 8, seconds: 1 };
  const text = (more: object) => JSON.stringify({ ...rows, links: { insideGBps: 1, betweenGBps: 0.1 }, ...more }); // JSON is YAML

  it("reads those that come with the workbook", () => {
    expect(readCluster("h100").devices).toBe(512);
    expect(readCluster("two-cores").device).toBe("cpu");
    expect(readCluster(fileOf("a.yaml", text({})))).toMatchObject({ name: "A", steps: [] });
  });

  it.each([
    [{ memoryGB: 0 }, /memoryGB: /],
    [{ memory: 4 }, /Unrecognized key: "memory"/],
    [{ devices: 3 }, /devices: 3 devices do not fill nodes of 2: give a multiple/],
    [{ links: { insideGBps: 1 } }, /links\.betweenGBps: /],
    [{ price: { perDeviceHour: -1, currency: "EUR" } }, /price\.perDeviceHour: /],
    [{ price: { perDeviceHour: 0, currency: "EUR" } }, /price\.perDeviceHour: 0 is out of range: give a number from /],
    [{ steps: [{ model: "resnet50" }] }, /steps\.0\.imageSize: /],
    [
      { operationsPerSecond: 1e308 },
      /operationsPerSecond: 1e\+308 is out of range: give a number from 1000000 to 1000000000000000000\.$/,
    ],
    [{ operationsPerSecond: 1e-300 }, /operationsPerSecond: 1e-300 is out of range: give a number from /],
    [
      { steps: [{ ...step, seconds: 1e300 }] },
      /steps\.0\.seconds: 1e\+300 is out of range: give a number from 0\.000001 to 1000000\.$/,
    ],
    [{ steps: [{ ...step, seconds: 1e-300 }] }, /steps\.0\.seconds: 1e-300 is out of range/],
    [
      { steps: [step, { ...step, devices: 3 }] },
      /steps\.1\.devices: 3 devices do not fill nodes of 2: give a multiple, or leave the step out/,
    ],
    [{ steps: [{ ...step, devices: 4096 }] }, /steps\.0\.devices: 4096 devices are more than the 4 of the cluster: /],
    [{ name: "A\u001b[2J" }, /name: it has control characters: write it without/],
    [{ price: { perDeviceHour: 1, currency: "E\u001b" } }, /price\.currency: give 1 to 12 letters, such as EUR/],
    [{ ["\u001b[2J"]: 1 }, /Unrecognized key/],
  ])("refuses %j in one line", (more, message) => {
    expect(() => readCluster(fileOf("a.yaml", text(more)))).toThrow(message);
    expect(() => readCluster(fileOf("a.yaml", text(more)))).toThrow(/^The cluster's file \S+a\.yaml: \P{Cc}*\.$/u);
  });

  it("refuses what is no file of a person, and would never end", () => {
    const pipe = join(folder, "pipe.yaml");
    execFileSync("mkfifo", [pipe]);
    expect(() => readCluster(pipe)).toThrow(/pipe\.yaml: it is no regular file, so name one\.$/);
    expect(() => readCluster("/dev/zero")).toThrow(/\/dev\/zero: it is no regular file, so name one\.$/);
    const large = fileOf("large.yaml", `# ${"-".repeat(1e6)}\n`);
    expect(() => readCluster(large)).toThrow(/large\.yaml: it has 1000003 bytes, and may have 32768: leave out /);
  });

  it("knows no currency by the name of another column", () => {
    const file = (currency: string) => fileOf("a.yaml", text({ price: { perDeviceHour: 1, currency }, watts: 1 }));
    const cluster = readCluster(file("EUR"));
    expect(readCluster(file("€")).price?.currency).toBe("€");
    const [configuration] = configurationsOf(cluster, [4]);
    const all = forecasts([configuration], {
      ...{ cluster, subject: resnet50, work: { epochs: 1, images: 4, slots: 0 } },
      fit: fitScale([{ plan: { ...configuration, gradientBytes: 1, links: linksOf(cluster) }, seconds: 1 }], {
        priors: { halfBatch: { value: 1, deviation: 1, why: "" } },
      }),
    });
    const columns = Object.keys(forecastTable(all, cluster)[0]);
    expect(columns).toContain("EUR");
    for (const column of columns.filter((each) => each !== "EUR"))
      expect(() => readCluster(file(column)), column).toThrow(/price\.currency: [^\n]*, such as EUR\.$/);
  });

  it.each([
    ["name: *x", /: Unresolved alias .*: x, so write values instead of aliases\.$/],
    [
      ["a: &a [1,1]", "b: &b [*a,*a,*a,*a,*a,*a,*a,*a]", "c: &c [*b,*b,*b,*b,*b,*b,*b,*b]", "d: [*c,*c,*c,*c]"].join(
        "\n",
      ),
      /: Excessive alias count .*, so write values instead of aliases\.$/,
    ],
    ["name: A\n---\nname: B\n", /: it has several documents, so keep one of them, without the lines ---\.$/],
    ["name: !!js/function 'x'", /: it is no YAML: Unresolved tag: .*, so leave the tag out\.$/],
    [`{? ${"[? ".repeat(300)}a${"]".repeat(300)}}`, /: the name of an entry is a list or a map, so write a word\.$/],
    ["[".repeat(20_000), /: it is no YAML: [^\n]*\.$/],
  ])("refuses %j, which such a file does not need", (yaml, message) => {
    const read = () => readCluster(fileOf("a.yaml", yaml));
    expect(read).toThrow(message);
    expect(read).toThrow(/^The cluster's file \S+a\.yaml: [^\n]*$/);
  });

  it("takes what is a file, or looks like a path, for a file", async () => {
    expect(readCluster(fileOf("noext", text({})))).toMatchObject({ name: "A" });
    const missing = /: there is no such file, so check the path\.$/;
    expect(() => readCluster("nofile.yaml")).toThrow(missing);
    expect(() => readCluster("./h100")).toThrow(missing);
    expect(() => readCluster(`${folder}/`)).toThrow(/: it is a folder, so name a file in it\.$/);
    await expect(subjectOf("nofile.yaml")).rejects.toThrow(/^The model's file nofile\.yaml: there is no such file, /);
  });

  it("names what is there", () => {
    expect(() => readCluster("h200")).toThrow(
      'There is no cluster "h200": name a file, or one of h100, two-cores. (Did you mean h100?)',
    );
  });
});
