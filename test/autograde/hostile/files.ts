import { link, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytes, solvedAnd, type Kind } from "./kind";

const linked = /link|regular file|not a file|no file/i;

/** Files that are not what they seem. */
export const files: Kind[] = [
  {
    name: "link-to-password",
    tries: "a link to the system's accounts as its notebook",
    hand: ({ folder, file }) => symlink("/etc/passwd", join(folder, file)),
    lost: "everything",
    says: linked,
  },
  {
    name: "link-to-neighbour",
    tries: "a link to another submission as its notebook",
    hand: ({ folder, file, lesson, course }) =>
      symlink(join(course, "submitted", "honest", lesson, file), join(folder, file)),
    lost: "everything",
    says: linked,
  },
  {
    name: "pipe",
    tries: "a pipe as its notebook, which nobody ever writes",
    hand: async ({ folder, file }) => {
      const { execa } = await import("execa");
      await execa("mkfifo", [join(folder, file)]);
    },
    lost: "everything",
    says: /pipe|regular file|not a file|no file|fifo/i,
  },
  {
    name: "linked-records",
    tries: "links and pipes among its records",
    hand: solvedAnd(async (results, { canary, course, lesson }) => {
      const { execa } = await import("execa");
      await symlink(join(canary, "secret.txt"), join(results, "baseline.json"));
      await symlink("/dev/zero", join(results, "full-size.json"));
      await symlink(join(course, "submitted", "honest", lesson, "results"), join(results, "others"));
      await symlink(results, join(results, "again"));
      await execa("mkfifo", [join(results, "gpu.json")]);
    }),
  },
  {
    name: "huge-record",
    tries: "a record of 2 GB that takes no room on the disk",
    hand: solvedAnd(async (results) => {
      await writeFile(join(results, "baseline.json"), "{");
      await truncate(join(results, "baseline.json"), 2 * 2 ** 30);
    }),
    says: /too large|MB|MiB|GB|GiB/,
  },
  {
    name: "many-files",
    tries: "10,000 files",
    hand: solvedAnd(async (results) => {
      await writeFile(join(results, "one"), "x");
      for (let i = 0; i < 10; i++) {
        await mkdir(join(results, `${i}`));
        await Promise.all(
          Array.from({ length: 1_000 }, (_, j) => link(join(results, "one"), join(results, `${i}`, `${j}.json`))),
        );
      }
    }),
    says: /files/,
  },
  {
    name: "odd-records",
    tries: "records that are none: no JSON, NaN, text for numbers, prototypes, names with tricks",
    hand: solvedAnd(async (results) => {
      await writeFile(
        join(results, "baseline.json"),
        '{"__proto__":{"outcome":"completed"},"constructor":{"prototype":{"share":1}},"epochs":NaN}',
      );
      await writeFile(
        join(results, "full-size.json"),
        JSON.stringify({ schema: "1", outcome: "completed", epochs: "many", where: { cores: "<b>2</b>" } }),
      );
      await writeFile(join(results, "..json"), "[]");
      await writeFile(join(results, "-rf"), "x");
      await writeFile(join(results, "a\nb\u001b[31m<img src=x onerror=alert(1)>.json"), "{}");
    }),
  },
  {
    name: "nested-record",
    tries: "a record of a million brackets",
    hand: solvedAnd((results) => writeFile(join(results, "baseline.json"), "[".repeat(1e6))),
  },
  {
    name: "zeros",
    tries: "a notebook of zero bytes' values",
    hand: bytes(Buffer.alloc(4096)),
    lost: "everything",
    says: /notebook/,
  },
];
