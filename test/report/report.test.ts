import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import {
  anova,
  anovaRows,
  cellIntervals,
  compareIntervals,
  readDesign,
  readExperiment,
  timeModels,
} from "../../lib/experiment";
import { intervalRows, termRows } from "../../lib/experiment/statistics";
import { levelsAmong } from "../../lib/experiment/observations";
import { type Design } from "../../lib/experiment/design";
import { type ExperimentResults } from "../../lib/experiment/runner";
import { writeReport } from "../../lib/report";
import { fitCost, parameterTable } from "../../lib/experiment/predict";
import { designText } from "../../lib/report/again-section";
import { currentEnvironment, recordEnvironment } from "../../lib/experiment/environment";
import { inDesignOrder } from "../../lib/report/material";
import { csv } from "../../lib/report/observations-section";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { escapeHtml } from "../../lib/plots/display";
import { rowsHtml } from "../../lib/plots/table";
import { problemsOf } from "./html-problems";
import { writeMadeUpExperiment, type MadeUpExperiment } from "../experiment/made-up-experiment";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

let place: string;
beforeAll(() => void (place = temporaryFolder("parallel-training")));

const factors = {
  all: `
  model: [efficientnetb0]
  mode:
    sync: { syncEvery: 1 }
    accumulate: { syncEvery: 4 }
  batch: [8, 16, 32]
  nodes: [1, 2, 3]`,
  nodes: "\n  nodes: [1, 2]",
};

/** A design's file, and a made-up experiment of it. */
async function experiment(
  name: string,
  { of = factors.all, replicates = 2, more = "arguments: { trainImages: 192 }" } = {},
  made: Omit<MadeUpExperiment, "folder"> = {},
): Promise<{ file: string; folder: string; design: Design }> {
  const file = join(place, `${name}.yaml`);
  const head = "# Does it <matter>?\n#   ./workbook experiment run it\n";
  writeFileSync(
    file,
    `${head}program: 04-many-nodes/train\nfactors:${of}\nreplicates: ${replicates}\nseed: 7\nattempts: 3\n${more}\n`,
  );
  const design = await readDesign(file);
  const folder = join(place, name);
  await writeMadeUpExperiment(design, { ...made, folder });
  return { file, folder, design };
}

async function page(which: { file: string; folder: string }): Promise<string> {
  return readFileSync(await writeReport(which.file, { folder: which.folder }), "utf8");
}

/** A page is too long to be shown when something is missing in it. */
function expectIn(html: string, text: string): void {
  expect(html.includes(text), `the page has ${text}`).toBe(true);
}

/** Lines that say what is missing. */
const notes = (html: string): string[] => [...html.matchAll(/<p class="note">(.*?)<\/p>/g)].map(([, text]) => text);

describe("the report of a complete experiment", () => {
  let html: string;
  let results: ExperimentResults;
  let file: string;
  let folder: string;

  beforeAll(async () => {
    const made = await experiment(
      "complete",
      {},
      {
        retried: ({ number }) => (number === 5 ? 1 : 0),
        order: ([first, second, ...others]) => [second, first, ...others],
        commit: ({ number }) => (number > 30 ? "b" : "a").repeat(40),
      },
    );
    ({ file, folder } = made);
    const environment = await currentEnvironment();
    const before = { ...environment, npm: environment.npm.slice(1), workbook: { version: "0.1.0" } };
    await recordEnvironment(folder, before);
    await recordEnvironment(folder, { ...before, npm: environment.npm });
    html = await page(made);
    results = await readExperiment("complete", { folder });
  });

  it("has every observation, to read and as CSV with all digits", () => {
    const [, url] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(html) ?? [];
    const [head, ...lines] = decodeURIComponent(url).trim().split("\r\n");
    expect(lines).toHaveLength(36);
    const column = head.split(",").indexOf("seconds");
    expect(lines.map((line) => Number(line.split(",")[column]))).toEqual(
      results.observations.map((each) => each.seconds),
    );
    for (const { run } of results.observations) expectIn(html, `>${run.id}</td>`);
  });

  it("has the tables of the statistics", () => {
    const observations = inDesignOrder(results); // sums depend on the order, in their last digits
    const rowsOf = (rows: Parameters<typeof rowsHtml>[0]): string[] => rowsHtml(rows).match(/<tr>.*?<\/tr>/g) ?? [];
    const laws = timeModels(observations);
    expect(laws).toHaveLength(2);
    const cost = levelsAmong(observations, "mode").map((mode) =>
      parameterTable(fitCost(observations.filter(({ levels }) => levels.mode === mode))),
    );
    const wanted = [
      intervalRows(cellIntervals(observations)),
      anovaRows(anova(observations, ["model", "mode", "batch", "nodes"])),
      ...laws.flatMap(({ linear, quadratic }) => [termRows(linear!), termRows(quadratic!)]),
      ...cost,
    ];
    for (const rows of wanted.flatMap(rowsOf)) expectIn(html, rows);
    const [{ timesTooNarrow }] = compareIntervals(observations);
    expectIn(html, `>${timesTooNarrow.toLocaleString("en-US", { maximumSignificantDigits: 4 })}</td>`);
    expectIn(html, "Cost model: 18 configurations, median error");
    expectIn(html, "Paid until 55 %, means over replicates");
  });

  it("says what did not go as planned, and all that it was made with", () => {
    expectIn(html, "36 of 36 runs are done: the experiment is complete.");
    expectIn(html, "run 1 was made as number 2");
    expect(/Run 5 \(efficientnetb0, [^)]*\), try 1: failed: made-up fault 1 of run 5/.test(html)).toBe(true);
    expect(notes(html)).toEqual([
      expect.stringContaining("The environment has changed while the experiment went on: 2"),
      expect.stringContaining("The runs were made with 2 commits"),
    ]);
    expectIn(html, `${"a".repeat(40)} (30 runs); ${"b".repeat(40)} (6 runs)`);
    expectIn(html, "Made-up &#60;CPU&#62;");
    expectIn(html, "10 % to 20 % (2 of 36 runs)");
    expectIn(html, "a link of 1gbit for each node");
    expect(/The npm packages from [\d: -]+ UTC: with @babel\/runtime/.test(html)).toBe(true);
  });

  it("says how to run it again", () => {
    const text = readFileSync(file, "utf8");
    expectIn(html, escapeHtml(text));
    expectIn(
      html,
      [
        `git checkout ${"a".repeat(40)}`,
        "./workbook setup",
        "./workbook cluster up --nodes 3 --rate 1gbit",
        "./workbook experiment run complete.yaml",
      ].join("\n"),
    );
    expectIn(html, "Does it &#60;matter&#62;?</p>");
  });

  it("is a page whose tags close, whose headings follow each other and whose links lead somewhere", () => {
    expect(problemsOf(html)).toEqual([]);
    expect(html.match(/<figure role="figure" tabindex="0" aria-label="[^"]{9}/g)!.length).toBeGreaterThan(12);
  });

  it.runIf(full && findChromium())(
    "draws its figures in a browser, without a network and without an error",
    async () => {
      const { chromium } = await import("playwright-core");
      const browser = await chromium.launch({ executablePath: findChromium(), args: browserFlags });
      try {
        const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } });
        const troubles: string[] = [];
        tab.on("request", (request) => {
          if (!/^(file|data|blob):/.test(request.url())) troubles.push(request.url());
        });
        tab.on("pageerror", (error) => troubles.push(error.message));
        tab.on("console", (message) => {
          if (message.type() === "error") troubles.push(message.text());
        });
        await tab.goto(pathToFileURL(join(folder, "report.html")).href);
        for (const place of await tab.locator("section > figure:first-of-type").all()) {
          await place.scrollIntoViewIfNeeded();
          await place.locator(".main-svg").first().waitFor();
        }
        const table = tab.locator(".wide table").filter({ hasText: "Seconds of each configuration" });
        await table.getByRole("button", { name: "mean, s" }).click();
        const seconds = (await table.locator("tbody td:nth-child(6)").allTextContents()).map(Number);
        expect(seconds).toHaveLength(18);
        expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
        expect(troubles).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

describe("the report of an experiment", () => {
  it("that has one run says what cannot be told yet", async () => {
    const made = await experiment("begun", {}, { outcome: ({ number }) => (number === 3 ? "completed" : "planned") });
    const html = await page(made);
    expect(problemsOf(html)).toEqual([]);
    expectIn(html, "1 of 36 runs are done; 35 are missing");
    expectIn(html, "Not made yet: runs 1 to 2, 4 to 36.");
    expect(notes(html).join("\n")).toMatch(/1 of 1 configurations have one run/);
    expect(notes(html)).toContainEqual(expect.stringContaining("The runner has written no environment down"));
    for (const note of notes(html)) expect(note).not.toMatch(/undefined|not a function|NaN/);
  });

  it("without a completed run still tells what happened", async () => {
    const html = await page(
      await experiment(
        "hapless",
        { replicates: 1 },
        { outcome: ({ number }) => (number % 2 ? "out-of-memory" : "failed") },
      ),
    );
    expect(problemsOf(html)).toEqual([]);
    expectIn(html, "9 of 18 runs are done, 9 of them out of memory, which is a result; 9");
    expect(notes(html)).toContainEqual("No run has completed yet.");
  });

  it("of other factors than the study's takes the rest from the runs", async () => {
    const html = await page(await experiment("nodes-only", { of: factors.nodes, replicates: 3 }));
    expect(problemsOf(html)).toEqual([]);
    expect(/<figure [^>]*aria-label="[^"]*2 nodes/.test(html)).toBe(true);
  });

  it("with one epoch a run is of the whole training, and says so", async () => {
    const html = await page(
      await experiment("one-epoch", { of: factors.nodes, more: "arguments: { epochs: 1 }", replicates: 1 }),
    );
    expect(notes(html)[0]).toMatch(/Times are those of the whole training instead\.$/);
    expectIn(html, "Seconds of each configuration");
  });

  it("whose design's file has changed shows the design of the runs", async () => {
    const made = await experiment("changed", { of: factors.nodes, replicates: 1 });
    writeFileSync(made.file, readFileSync(made.file, "utf8").replace("seed: 7", "seed: 8"));
    const html = await page(made);
    expect(notes(html)[0]).toMatch(/seed is 8, and was 7.*The design shown here is the one of the runs\.$/);
    expectIn(html, "seed: 7");
    expect(html.includes("seed: 8")).toBe(false);
  });

  it("that has not begun is refused in one line", async () => {
    const { file } = await experiment("not-begun");
    const nowhere = join(place, "nowhere");
    await expect(writeReport(file, { folder: nowhere })).rejects.toThrow(/^The experiment not-begun has not begun/);
  });
});

it("a design written from a journal reads as the same design", async () => {
  const { design } = await experiment("again");
  const file = join(place, "again.yaml");
  writeFileSync(file, designText(design));
  expect(await readDesign(file)).toEqual(design);
});

it("CSV quotes what would end a field", () => {
  expect(csv([{ a: 'x,"y"', b: 0.1 + 0.2 }, { a: "z\n" }])).toBe('a,b\r\n"x,""y""",0.30000000000000004\r\n"z\n",\r\n');
});
