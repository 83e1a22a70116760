import { describe, expect, test } from "vitest";
import { plan } from "../../../setup/frameworks/plan.mjs";

const debian = { debian12: true, missing: [], root: false, oldPython: "python3" };
const missing = ["python3-torch", "libtorch-dev"];
const study = { name: "study", horovod: ["tensorflow", "torch", "mxnet"] };
const both = [
  { name: "newest", horovod: ["tensorflow", "torch"] },
  { name: "mxnet", horovod: ["mxnet"] },
];

describe("the environments are", () => {
  test("the study's one, where Debian's packages are installed, for root and for others", () => {
    for (const root of [true, false]) {
      expect(plan({ ...debian, root })).toEqual({ install: [], environments: [study], notes: [] });
    }
  });

  test("the same after their installation, where root may install them", () => {
    expect(plan({ ...debian, missing, root: true })).toMatchObject({ install: missing, environments: [study] });
  });

  test("two of PyPI's packages where only root could, and people learn what root would run", () => {
    const { install, environments, notes } = plan({ ...debian, missing });
    expect({ install, environments }).toEqual({ install: [], environments: both });
    expect(notes).toEqual([
      "The study's PyTorch needs Debian packages, and only root can install them: `apt-get install python3-torch libtorch-dev`. " +
        "Making the environments of PyPI's packages instead: the newest PyTorch and TensorFlow, and MXNet.",
    ]);
  });

  test("two of PyPI's packages on another system, also for root, and MXNet's is left out without a Python for it", () => {
    const other = { ...debian, debian12: false, missing, root: true };
    expect(plan(other)).toMatchObject({ install: [], environments: both });
    const { environments, notes } = plan({ ...other, oldPython: undefined });
    expect(environments).toEqual([both[0]]);
    expect(notes[1]).toMatch(/^MXNet is left out: it needs Python 3\.10 or 3\.11/);
  });

  test("also the newest, without Horovod, for those who ask; they are there anyway where there is no study", () => {
    const newest = { name: "newest", horovod: [] };
    expect(plan(debian, { newest: true }).environments).toEqual([study, newest]);
    expect(plan({ ...debian, debian12: false }, { newest: true }).environments).toEqual(both);
  });

  test("none but the newest where the site has its own", () => {
    expect(plan(debian, { site: true }).environments).toEqual([]);
    expect(plan({ ...debian, missing, root: true }, { site: true, newest: true })).toEqual({
      install: [],
      environments: [{ name: "newest", horovod: [] }],
      notes: [],
    });
  });
});

describe("from a folder without a network", () => {
  test("the study's is made of it where Debian's packages are installed", () => {
    expect(plan(debian, { offline: ["study"] }).environments).toEqual([study]);
  });

  test("nothing is installed from Debian, even by root: one line says what to run", () => {
    expect(() => plan({ ...debian, missing, root: true }, { offline: ["study"] })).toThrow(
      /^The frameworks need Debian packages.*first run `apt-get install python3-torch libtorch-dev` as root/,
    );
    expect(() => plan({ ...debian, debian12: false }, { offline: ["study"] })).toThrow(/are for Debian 12 on x86-64/);
  });

  test("what the folder lacks is named", () => {
    expect(() => plan(debian, { offline: [] })).toThrow(
      "The folder lacks packages of the frameworks: download again with `--frameworks`, on a machine like this one.",
    );
    expect(() => plan(debian, { offline: ["study"], newest: true })).toThrow(/again with `--frameworks newest`/);
    expect(() => plan(debian, { offline: ["study"], newest: true, site: true })).toThrow(/`--frameworks newest`/);
  });

  test("PyPI's two are made of it as it has them, also where this machine could have the study's", () => {
    expect(plan(debian, { offline: ["newest", "mxnet"] }).environments).toEqual(both);
    expect(plan({ ...debian, oldPython: undefined }, { offline: ["newest", "mxnet"] }).environments).toEqual([both[0]]);
  });
});
