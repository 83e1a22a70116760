import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentWith } from "../../../lib/frameworks/environment";
import { workbookRoot } from "../../../lib/system/workbook";
import { all } from "../../extent";

/** Minutes the first time; 4 GB of disk. On Debian 12, root also installs Debian packages. */
describe.runIf(all)("./workbook setup --frameworks", () => {
  it(
    "makes environments in which every framework works, with a Horovod of its own",
    { timeout: 3_600_000 },
    async () => {
      const options = { cwd: workbookRoot, encoding: "utf8" } as const;
      const { status, stderr } = spawnSync("./workbook", ["setup", "--frameworks"], options);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      for (const framework of ["tensorflow", "torch", "mxnet"] as const) {
        const { python, versions } = await environmentWith([framework, "horovod"]);
        const program = `import ${framework}, horovod.${framework} as hvd; hvd.init(); print(${framework}.__version__, hvd.size())`;
        const [version, size] = execFileSync(python, ["-c", program], options).trim().split("\n").at(-1)!.split(" ");
        expect(size).toBe("1");
        expect(versions[framework].slice(0, 3)).toBe(version.slice(0, 3)); // Debian's PyTorch calls itself 1.13.0a0
        const built = execFileSync(join(dirname(python), "horovodrun"), ["--check-build"], options);
        expect(built).toMatch(/\[X\] Gloo/);
        expect(built).toMatch(/\[ \] MPI/);
      }
      // A second time there is nothing to do.
      expect(spawnSync("./workbook", ["setup", "--frameworks"], options)).toMatchObject({ status: 0, stderr: "" });
    },
  );
});
