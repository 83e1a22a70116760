import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runWorkers } from "../../lib/jobs/local-workers";
import { temporaryFolder } from "../temporary";

it("processes of one machine that train together get a secret, another one in each run", async () => {
  vi.stubEnv("WORKBOOK_MEETING", "of the job around them");
  const folder = temporaryFolder("secret");
  const file = join(folder, "program.mjs");
  const write = `writeFileSync(JSON.parse(process.env.TF_CONFIG).task.index + ".txt", process.env.WORKBOOK_MEETING)`;
  writeFileSync(file, `import { writeFileSync } from "node:fs"; process.chdir(${JSON.stringify(folder)}); ${write};`);
  const secrets: string[] = [];
  for (let run = 0; run < 2; run++) {
    await runWorkers("secret", {}, { workers: 2, environment: {}, file });
    secrets.push(...[0, 1].map((task) => readFileSync(join(folder, `${task}.txt`), "utf8")));
  }
  expect(secrets[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(secrets).toEqual([secrets[0], secrets[0], secrets[2], secrets[2]]);
  expect(secrets[2]).not.toBe(secrets[0]);
});
