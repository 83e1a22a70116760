/**
 * Expands a list of hosts as Slurm writes it: `node[1-3,07],gpu2` is node1, node2, node3, node07, gpu2. A name with several
 * brackets gives all combinations, and the last bracket varies fastest, as in `scontrol show hostnames`.
 * @throws one line when a bracket or a range is broken.
 */
export function expandHostList(list: string): string[] {
  const names: string[] = [];
  // A comma inside of brackets does not end the name.
  for (const [name] of list.matchAll(/(?:[^,[\]]|\[[^[\]]*\])+/g)) names.push(...expandName(name, list));
  const brackets = list.replace(/[^[\]]/g, "");
  if (names.length === 0 || !/^(\[\])*$/.test(brackets)) {
    throw new Error(`The host list "${list}" cannot be read: it should look like node[1-3,7],gpu2.`);
  }
  return names;
}

function expandName(name: string, list: string): string[] {
  const bracket = /^([^[]*)\[([^\]]*)\](.*)$/.exec(name);
  if (!bracket) return [name];
  const [, before, ranges, after] = bracket;
  const endings = expandName(after, list);
  return ranges
    .split(",")
    .flatMap((range) => numbersOf(range, list))
    .flatMap((number) => endings.map((ending) => before + number + ending));
}

/** The numbers of a range: `8-10` is 8, 9, 10, and `08-10` is 08, 09, 10. */
function numbersOf(range: string, list: string): string[] {
  const [, first, last = first]: string[] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const count = Number(last) - Number(first) + 1; // NaN where there is no range
  if (!(count > 0)) throw new Error(`The host list "${list}" has the range "${range}": write it as 1-3.`);
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, "0"));
}
