import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { seal } from "../../lib/cells/seal";
import { inOwnFolder } from "../own-folder";

const at = inOwnFolder("seal");
const file = "sealed/mlperf.json";
const names = ["512 GPUs", "3584 GPUs"];
const mine = { "512 GPUs": { value: 9, low: 8, high: 10 }, "3584 GPUs": { value: 6, low: 4, high: 8 } };

it("seals nothing before something is predicted", async () => {
  expect(await seal(file, names, undefined)).toBeUndefined();
  expect(at.printed).toEqual([
    "Nothing is sealed. Write your predictions above before you read on: afterwards you know the truth.",
  ]);
  expect(existsSync(file)).toBe(false);
});

it("keeps the first predictions, in any order of their names, with a time and a digest", async () => {
  expect(await seal(file, names, mine)).toEqual(mine);
  expect(at.printed[0]).toMatch(/^Sealed at \d{4}-\d\d-\d\d \d\d:\d\d UTC \([0-9a-f]{12}\)\.$/);
  const turned = { "3584 GPUs": mine["3584 GPUs"], "512 GPUs": mine["512 GPUs"] };
  await seal(file, names, turned);
  expect(at.printed[1]).toBe(at.printed[0]);
  expect(await seal(file, names, undefined)).toEqual(mine);
  const better = { ...mine, "512 GPUs": { value: 9.08, low: 9, high: 9.1 } };
  expect(await seal(file, names, better)).toEqual(mine);
  expect(at.printed[3]).toBe(`${at.printed[0]} The cell above has other numbers now; the sealed ones count.`);
});

it("notices that somebody changed the file", async () => {
  await seal(file, names, mine);
  writeFileSync(file, readFileSync(file, "utf8").replace(/(?<high>"high":\s*)10\b/, "$<high>11"));
  await expect(seal(file, names, mine)).rejects.toThrow(/was changed after it was sealed/);
  writeFileSync(file, "{}");
  await expect(seal(file, names, mine)).rejects.toThrow(/was changed after it was sealed/);
});

it("refuses an interval that is none", async () => {
  for (const [value, low, high] of [[9, 10, 12], [9, 8, 8.5], [9, 0, 12], [9, 8, Infinity], [NaN, 1, 2]]) {
    await expect(seal(file, names, { ...mine, "512 GPUs": { value, low, high } })).rejects.toThrow(
      `The interval for 512 GPUs is ${low} to ${high} around ${value}: give 0 < low <= value <= high.`,
    );
  }
  expect(existsSync(file)).toBe(false);
}); // prettier-ignore

it("refuses what it was not asked for, and half an answer", async () => {
  const refusal = 'does not match: predict "512 GPUs" and "3584 GPUs".';
  await expect(seal(file, names, { ...mine, "3,584 GPUs": mine["512 GPUs"] })).rejects.toThrow(
    `"3,584 GPUs" ${refusal}`,
  );
  await expect(seal(file, names, { "3584 GPUs": mine["3584 GPUs"] })).rejects.toThrow(`"512 GPUs" ${refusal}`);
});

it("writes nothing while a notebook is graded", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await seal(file, names, mine)).toEqual(mine);
  expect(existsSync(file)).toBe(false);
});
