import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { machinesUnder, ownMachine } from "../../lib/training/machine";

describe("machinesUnder", () => {
  it("counts a machine once, and each of its cores once", () => {
    expect(
      machinesUnder([
        { machine: "a", cores: "0-3" },
        { machine: "b", cores: "0-1,4,6-7" },
        { machine: "a", cores: "2-5" },
      ]),
    ).toEqual({ machines: 2, coresInAll: 6 + 5 });
  });

  it("adds up the cores of processes that have each their own", () => {
    const bound = [{ machine: "a", cores: "0-9" }, { machine: "a", cores: "10-19" }]; // prettier-ignore
    expect(machinesUnder(bound)).toEqual({ machines: 1, coresInAll: 20 });
  });

  it("says nothing of cores that one of the machines does not tell", () => {
    const one = [{ machine: "a", cores: "0-1" }, { machine: "b", cores: "" }]; // prettier-ignore
    expect(machinesUnder(one)).toEqual({ machines: 2 });
  });
});

it("names the machine under this process, and its cores", () => {
  const own = ownMachine();
  expect(ownMachine()).toEqual(own);
  expect(own.machine).not.toBe("");
  expect(machinesUnder([{ ...own }, { ...own }])).toEqual({ machines: 1, coresInAll: availableParallelism() });
});
