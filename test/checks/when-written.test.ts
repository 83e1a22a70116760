import { expect, it, vi } from "vitest";
import { whenWritten } from "../../lib/checks";

/** What it prints of a cell. */
async function printed(exercise: string, use: () => void | Promise<void>): Promise<unknown[][]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await whenWritten(exercise, use as () => Promise<void>);
  const lines = [...log.mock.calls];
  log.mockRestore();
  return lines;
}
const stub = (): number => {
  throw new Error("not implemented");
};

it("a cell that rests on a student's function prints one line while that is not written, and does its work afterwards", async () => {
  expect(await printed("Exercise 4", () => void stub())).toEqual([
    ["This cell needs Exercise 4, and it is not written yet. Write it, then run this cell again."],
  ]);
  const later = async (): Promise<void> => void (await Promise.resolve().then(stub));
  expect(await printed("Exercises 1, 4 and 11", later)).toEqual([
    [
      "This cell needs Exercises 1, 4 and 11, and at least one of them is not written yet. Write it, then run this cell again.",
    ],
  ]);
  expect(await printed("Exercise 4", () => console.log("done"))).toEqual([["done"]]);
  expect(await printed("Exercise 4", () => Promise.resolve())).toEqual([]);
});

it("a cell prints one line where a student's function is half written, too", async () => {
  const nothing = (): number[] => undefined as unknown as number[];
  expect(await printed("Exercise 4", () => void nothing().length)).toEqual([
    [
      expect.stringMatching(
        /needs Exercise 4, and it is not right yet: the cell stopped with "Cannot read .*"\. Mend it, then/,
      ),
    ],
  ]);
  const refused = () => Promise.reject(new Error("rounds: 0 is too few.\nat a.ts"));
  expect(await printed("Exercise 4", refused)).toEqual([
    [
      'This cell needs Exercise 4, and it is not right yet: the cell stopped with "rounds: 0 is too few". Mend it, then run this cell again.',
    ],
  ]);
});
