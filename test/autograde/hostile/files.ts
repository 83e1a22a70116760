import { link, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { bytes, kind, solvedAnd, ungraded, type Kind } from "./kind";

const linked = /link|regular file|not a file|no file/i;

/** Files that are not what they seem. */
export const files: Kind[] = [
  ungraded("link-to-password", "a link to the system's accounts as its notebook", linked, ({ folder, file }) =>
    symlink("/etc/passwd", join(folder, file)),
  ),
  ungraded(
    "link-to-neighbour",
    "a link to another submission as its notebook",
    linked,
    ({ folder, file, lesson, course }) =>
      symlink(join(course, "submitted", "honest", lesson, file), join(folder, file)),
  ),
  ungraded(
    "pipe",
    "a pipe as its notebook, which nobody ever writes",
    /pipe|regular file|not a file|no file|fifo/i,
    async ({ folder, file }) => {
      await execa("mkfifo", [join(folder, file)]);
    },
  ),
  kind("linked-records", "links and pipes among its records", {
    hand: solvedAnd(async (results, { canary, course, lesson }) => {
      await symlink(join(canary, "secret.txt"), join(results, "baseline.json"));
      await symlink("/dev/zero", join(results, "full-size.json"));
      await symlink(join(course, "submitted", "honest", lesson, "results"), join(results, "others"));
      await symlink(results, join(results, "again"));
      await execa("mkfifo", [join(results, "gpu.json")]);
    }),
    says: /Left out: .*pipe/,
  }),
  kind("huge-record", "a record of 2 GB that takes no room on the disk", {
    hand: solvedAnd(async (results) => {
      await writeFile(join(results, "baseline.json"), "{");
      await truncate(join(results, "baseline.json"), 2 * 2 ** 30);
    }),
    says: /too large|MB|MiB|GB|GiB/,
  }),
  kind("many-files", "10,000 files", {
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
  }),
  kind("odd-records", "records that are none: no JSON, NaN, text for numbers, prototypes, names with tricks", {
    hand: solvedAnd(async (results, { folder }) => {
      await writeFile(
        join(results, "baseline.json"),
        '{"__proto__":{"outcome":"completed"},"constructor":{"prototype":{"share":1}},"epochs":NaN}',
      );
      await writeFile(
        join(results, "full-size.json"),
        JSON.stringify({ schema: "1", outcome: "completed", epochs: "many", where: { cores: "<b>2</b>" } }),
      );
      await writeFile(join(results, "second.json"), Buffer.from([0xff, 0xfe, 0, 0x7b]));
      await writeFile(join(results, "..json"), "[]");
      await writeFile(join(results, "-rf"), "x");
      await writeFile(join(results, "a\nb\u001b[31m<img src=x onerror=alert(1)>.json"), "{}");
      await writeFile(Buffer.from(`${folder}/\xff\x1b[2J\n.json`, "latin1"), "{}");
      await writeFile(join(folder, "nbgrader_config.py"), "raise SystemExit('run')");
      await writeFile(join(folder, "timestamp.txt"), "tomorrow");
      await writeFile(join(folder, "submission_secret.txt"), Buffer.from([0xff, 0xfe]));
    }),
  }),
  kind("nested-record", "records of millions of brackets, closed and open", {
    hand: solvedAnd(async (results) => {
      await writeFile(join(results, "baseline.json"), "[".repeat(9e6) + "]".repeat(9e6));
      await writeFile(join(results, "full-size.json"), "[".repeat(1e6));
    }),
  }),
  ungraded("zeros", "a notebook of zero bytes' values", /notebook/, bytes(Buffer.alloc(4096))),
];
