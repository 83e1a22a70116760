import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  environmentOf,
  environmentWith,
  frameworkEnvironments,
  type FrameworkEnvironment,
  type FrameworkPackage,
} from "../../lib/frameworks/environment";
import { contenderNamed } from "../../lib/frameworks/contenders";
import { siteCommand } from "../../lib/frameworks/site-python";
import { siteSettings } from "../../lib/jobs/site";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("environment");
  file = join(folder, "frameworks.json");
  site({});
});

/** The site's settings for its frameworks. */
function site(frameworks: object, others: object = {}): void {
  writeFileSync(join(folder, "site.json"), JSON.stringify({ ...others, frameworks }));
  vi.stubEnv("WORKBOOK_SITE", join(folder, "site.json"));
}

/** A program that says what a Python of the site's says about itself. */
function fakePython(contents: object): string {
  const program = join(folder, "python");
  writeFileSync(program, `#!/bin/sh\necho '${JSON.stringify(contents)}'\n`, { mode: 0o755 });
  return program;
}

const contents = (packages: FrameworkPackage[], horovod: FrameworkEnvironment["horovod"] = []) => ({
  versions: { python: "3.11.2", ...Object.fromEntries(packages.map((each) => [each, "1.0"])) },
  licences: {},
  sources: {},
  horovod,
});
const python = process.execPath; // a file that is there
const study = {
  ...{ name: "study", python },
  ...contents(["tensorflow", "torch", "mxnet", "horovod"], ["tensorflow", "torch", "mxnet"]),
};
const newest = { name: "newest", python, ...contents(["tensorflow", "torch"]) };
const instead = {
  ...{ name: "newest", python },
  ...contents(["tensorflow", "torch", "horovod"], ["tensorflow", "torch"]),
};
const mxnet = { name: "mxnet", python, ...contents(["mxnet", "horovod"], ["mxnet"]) };
const made = (...environments: object[]) => {
  writeFileSync(file, JSON.stringify({ environments }));
};
const nameOf = async (packages: FrameworkPackage[], options: { newest?: boolean } = {}) =>
  (await environmentWith(packages, { ...options, file })).name;

describe("the environment with some packages", () => {
  it("is the study's, unless the newest is asked for", async () => {
    made(study, newest);
    expect(await environmentWith(["torch", "horovod"], { file })).toEqual(study);
    expect(await nameOf(["torch"], { newest: true })).toBe("newest");
  });

  it("is one of PyPI's two where there is no other", async () => {
    made(instead, mxnet);
    expect(await nameOf(["torch", "horovod"])).toBe("newest");
    expect(await nameOf(["mxnet"])).toBe("mxnet");
  });

  it("has a Horovod for these frameworks", async () => {
    made(mxnet, { ...instead, horovod: ["torch"] });
    expect(await nameOf(["mxnet", "horovod"])).toBe("mxnet");
    await expect(nameOf(["tensorflow", "horovod"])).rejects.toThrow("No environment has TensorFlow with Horovod: run");
  });

  it("has Keras 2 for Horovod's callbacks", async () => {
    const of = async (name: string) => (await environmentOf(contenderNamed(name), file)).name;
    const keras3 = { ...instead, versions: { ...instead.versions, keras: "3.11.3" } };
    made(keras3);
    expect(await of("tensorflow-horovod")).toBe("newest");
    expect(await of("keras")).toBe("newest");
    await expect(of("keras-horovod")).rejects.toThrow(
      /^Horovod does not know Keras 3, and the environment newest has Keras 3\.11\.3: use the environment study, [^\n]*\.$/,
    );
    made({ ...study, versions: { ...study.versions, keras: "2.13.1" } }, keras3);
    expect(await of("keras-horovod")).toBe("study");
  });

  it("is missing before set-up: one line says what to run", async () => {
    await expect(nameOf(["torch"])).rejects.toThrow(
      /^No environment has PyTorch: run `\.\/workbook setup --frameworks`\.$/,
    );
    made(study);
    await expect(nameOf(["torch"], { newest: true })).rejects.toThrow(
      "No environment has the newest PyTorch: run `./workbook setup --frameworks newest`.",
    );
    made(study, newest);
    await expect(nameOf(["torch", "horovod"], { newest: true })).rejects.toThrow(
      "The environment newest has no PyTorch with Horovod: it never has MXNet, and Horovod only where",
    );
    made({ ...study, python: join(folder, "gone") });
    await expect(nameOf(["torch"])).rejects.toThrow("run `./workbook setup --frameworks`.");
  });

  it("is not looked for in a broken file: one line names it", async () => {
    writeFileSync(file, "{");
    await expect(nameOf(["torch"])).rejects.toThrow(
      /^\S+frameworks\.json: it is no JSON: .*\. Remove it and run `\.\/workbook setup --frameworks`\.$/,
    );
    made({ ...study, horovod: ["jax"] });
    await expect(nameOf(["torch"])).rejects.toThrow(/^\S+frameworks\.json: environments\.0\.horovod\.0: /);
  });
});

describe("the site's own Python", () => {
  it("comes before what set-up made, and is asked what it has", async () => {
    made(study);
    site({ python: fakePython(contents(["torch"])) });
    expect(await environmentWith(["torch"], { file })).toMatchObject({ name: "site", python: join(folder, "python") });
    expect(await nameOf(["mxnet"])).toBe("study");
    made();
    await expect(nameOf(["mxnet"])).rejects.toThrow(
      `No environment has MXNet (nor has the site's, ${join(folder, "python")}): run`,
    );
  });

  it("is asked by a program that any Python runs", async () => {
    site({ python: "python3" });
    const [found] = await frameworkEnvironments(file);
    expect(found.versions.python).toMatch(/^3\.\d+\.\d+/);
    expect(found.licences.python).toBe("PSF-2.0");
  });

  it("that does not run is named in one line", async () => {
    site({ python: "/no/such/python" });
    await expect(frameworkEnvironments(file)).rejects.toThrow(
      /^The site's Python with the frameworks, \/no\/such\/python, does not run: \/no\/such\/python is no program\. Correct frameworks in the site's settings\.$/,
    );
    writeFileSync(join(folder, "python"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
    site({ python: join(folder, "python") });
    await expect(frameworkEnvironments(file)).rejects.toThrow(/does not run: it is no JSON/);
  });

  it("must be named where the settings say how to reach it", async () => {
    site({ modules: ["pytorch"] });
    await expect(frameworkEnvironments(file)).rejects.toThrow(
      "The site's settings have frameworks.modules, but frameworks.python is empty: name the Python there that has the frameworks.",
    );
  });

  it("runs after its modules, and in its container", async () => {
    mkdirSync(join(folder, "home"));
    writeFileSync(
      join(folder, "home", ".bash_profile"),
      'echo "Your quota is full."\nmodule() { echo "loaded $*"; }\n',
    );
    vi.stubEnv("HOME", join(folder, "home"));
    site({ python: fakePython(contents(["mxnet"])), modules: ["gcc/13", "it's"] });
    expect(await nameOf(["mxnet"])).toBe("site");

    const command = ["python3", "-V"];
    const inContainer = (runtime: string, own = "", needs = {}) => {
      site({ python: "python3", container: "/images/a.sif" }, { container: { runtime, command: own } });
      return siteCommand(siteSettings(), command, { folders: ["/data"], ...needs }).join(" ");
    };
    expect(inContainer("apptainer")).toBe(
      `apptainer exec --bind=${workbookRoot} --bind=/data /images/a.sif python3 -V`,
    );
    expect(inContainer("apptainer", "singularity exec")).toMatch(/^singularity exec --bind/);
    expect(inContainer("charliecloud")).toMatch(
      /^ch-run --bind=\S+ --bind=\/data:\/data \/images\/a\.sif -- python3 -V$/,
    );
    expect(inContainer("podman")).not.toMatch(/entrypoint|--interactive|--preserve-fds|--device/);
    const training = { gpu: true, pipes: true };
    expect(inContainer("apptainer", "", training)).toMatch(/^apptainer exec --nv --bind=/);
    expect(inContainer("podman", "", training)).toMatch(
      / --device=nvidia\.com\/gpu=all --interactive --preserve-fds=1 --init --volume=.* \/images\/a\.sif python3 -V$/,
    );
  });
});

it("the site's Python, and no other program, finds what a module that is loaded already has put in PYTHONPATH", () => {
  const own = temporaryFolder("site-path");
  const python = join(own, "python");
  writeFileSync(python, '#!/bin/sh\necho "finds $PYTHONPATH" >&2\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(own, "site.json"), JSON.stringify({ frameworks: { python, modules: [], container: "" } }));
  const env = { ...process.env, PYTHONPATH: "/module/torch", WORKBOOK_SITE: join(own, "site.json") };
  const words = [join(workbookRoot, "workbook"), "run", "07-frameworks/train", "--framework", "pytorch-ddp"];
  expect(spawnSync(process.execPath, words, { cwd: own, env, encoding: "utf8" }).stderr).toContain("/module/torch");
});
