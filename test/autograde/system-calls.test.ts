import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownCalls, refusedCalls, systemCallFilter } from "../../lib/autograde/sandbox/system-calls";

/** Where Linux's own tables lie, with a C compiler's headers. */
const tables = ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h"];
const whyNot = tables.every(existsSync) ? "" : " (no x86-64 headers of Linux here)";

it.skipIf(whyNot)(`system calls have the numbers that Linux gives their names, on both architectures${whyNot}`, () => {
  const numbers = tables.map((table) => {
    const defined = readFileSync(table, "utf8").matchAll(/^#define __NR(?:3264)?_(\w+) (\d+)$/gm);
    return new Map(Array.from(defined, ([, name, number]) => [name, Number(number)]));
  });
  const calls = Object.entries({ ...refusedCalls, ...knownCalls });
  const known = calls.filter(([name]) => numbers.every((table) => table.has(name))); // headers may be older than a call
  expect(known.length).toBeGreaterThan(25);
  for (const [name, own] of known) expect([name, ...own]).toEqual([name, ...numbers.map((table) => table.get(name))]);
});

it("each refused call is in the filter of its architecture", () => {
  for (const [column, architecture] of (["x64", "arm64"] as const).entries()) {
    const filter = systemCallFilter(architecture);
    const compared = new Set<number>();
    for (let at = 0; at < filter.length; at += 8)
      if (filter.readUInt16LE(at) === 0x15) compared.add(filter.readUInt32LE(at + 4));
    for (const [name, own] of Object.entries(refusedCalls))
      expect([name, compared.has(own[column])]).toEqual([name, true]);
  }
  expect(() => systemCallFilter("mips")).toThrow("no list of system calls for mips");
});
