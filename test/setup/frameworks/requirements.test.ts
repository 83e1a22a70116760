import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packagesStep } from "../../../setup/frameworks/packages.mjs";
import { plan } from "../../../setup/frameworks/plan.mjs";
import { needed } from "../../../setup/frameworks/space.mjs";
import { requireSpace } from "../../../setup/platform.mjs";
import { temporaryFolder } from "../../temporary";

const machine = { debian12: true, missing: ["python3-torch"], root: true, oldPython: undefined };

test("a disk without enough space is named, with what is downloaded and what is kept", () => {
  const space = needed(plan(machine));
  expect(() => requireSpace(space, 3)).toThrow(
    /^Set-up needs about 3\.5 GB, of which it downloads 0\.64 GB, and \S+ has 3\.0 GB free: make room there\.$/,
  );
  expect(() => requireSpace(space, 4)).not.toThrow();
  expect(needed(plan({ ...machine, missing: [] })).disk).toBeLessThan(space.disk);
});

test("a Python that cannot make environments is refused with the remedy", () => {
  const python = join(temporaryFolder("python"), "python3.11");
  writeFileSync(python, '#!/bin/sh\ncase "$*" in *venv*) exit 1;; *) echo 3.11.2;; esac\n', { mode: 0o755 });
  const step = packagesStep("mxnet", { ...machine, missing: [], oldPython: python }, []);
  expect(step.check).toThrow(/^Python 3\.11\.2 has no venv module: install .*python3\.11-venv\)\.$/);
});

test("Debian's venv module may be among the packages that set-up installs", () => {
  const step = packagesStep("study", { ...machine, missing: ["python3-venv"] }, []);
  expect(step.check).not.toThrow();
});
