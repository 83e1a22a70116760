import { join } from "node:path";
import { existsSync } from "node:fs";
import { z } from "zod";
import { siteSettings } from "../jobs/site";
import { checkedText, readChecked } from "../system/checked-json";
import { lastLines } from "../system/execute";
import { onOneLine } from "../system/words";
import { workbookRoot } from "../system/workbook";
import { siteCommand, sitePython } from "./site-python";

/** A framework that has a program to train with. Keras comes with TensorFlow. */
export type Framework = "tensorflow" | "torch" | "mxnet";

/** A package that an environment may have. */
export type FrameworkPackage = Framework | "horovod";

/** A Python that has frameworks. The keys of its records: tensorflow, keras, tf_keras, torch, mxnet, horovod, numpy, python. */
export interface FrameworkEnvironment {
  python: string;
  name: "study" | "newest" | "mxnet" | "site";
  /** The versions of what it has. Debian's PyTorch has Debian's version, without what Debian adds. */
  versions: Record<string, string>;
  licences: Record<string, string>;
  /** Where each came from. */
  sources: Record<string, string>;
  /** The frameworks that its Horovod was compiled for. */
  horovod: Framework[];
}

const contents = z.object({
  versions: z.record(z.string(), z.string()),
  licences: z.record(z.string(), z.string()),
  sources: z.record(z.string(), z.string()),
  horovod: z.array(z.enum(["tensorflow", "torch", "mxnet"])),
});
const made = contents.extend({ python: z.string(), name: z.enum(["study", "newest", "mxnet"]) });
const description = z.object({ environments: z.array(made) });

/** What set-up writes when it has made the environments (setup/frameworks). */
const descriptionFile = join(workbookRoot, ".workbook", "frameworks.json");

const titles: Record<FrameworkPackage, string> = {
  ...{ tensorflow: "TensorFlow", torch: "PyTorch", mxnet: "MXNet", horovod: "Horovod" },
};

/** Options of {@link environmentWith}. */
export interface EnvironmentOptions {
  /** The newest versions instead of the study's. */
  newest?: boolean;
  /** The file in which set-up described the environments. */
  file?: string;
  /** Whether Keras 3 will not do. */
  keras2?: boolean;
}

/** What a contender needs. */
interface Needs {
  program: string;
  packages: readonly FrameworkPackage[];
  newest?: boolean;
}

/**
 * The environment for a contender, as {@link environmentWith} finds it. Horovod's callbacks for Keras do not know Keras 3.
 * @param file in which set-up described the environments
 * @throws one line that says which command sets it up.
 */
export async function environmentOf(
  { program, packages, newest }: Needs,
  file?: string,
): Promise<FrameworkEnvironment> {
  const keras2 = program === "keras_fit.py" && packages.includes("horovod");
  return environmentWith(packages, { newest, file, keras2 });
}

/**
 * The environment that has all these packages, and Horovod, if it is among them, for these frameworks. The site's own comes
 * before those that set-up made, but is never the newest one.
 * @throws one line that says which command sets it up.
 */
export async function environmentWith(
  packages: readonly FrameworkPackage[],
  { newest = false, file, keras2 = false }: EnvironmentOptions = {},
): Promise<FrameworkEnvironment> {
  const environments = await frameworkEnvironments(file);
  // Where Debian's PyTorch cannot be had, the newest one stands in for it.
  const others = newest ? [] : environments.filter(({ name }) => name !== "newest");
  const found = [...others, ...environments.filter(({ name }) => name === "newest")].filter((each) =>
    has(each, packages),
  );
  const environment = found.find((each) => !keras2 || !hasKeras3(each));
  if (environment) return environment;
  if (found.length > 0) {
    const [{ name, versions }] = found;
    throw new Error(
      `Horovod does not know Keras 3, and the environment ${name} has Keras ${versions.keras}: use the environment study, which ` +
        "`./workbook setup --frameworks` makes on Debian 12, or a Python of the site's that has Keras 2.",
    );
  }
  const names = packages.map((each) => titles[each]).join(" with ");
  if (newest && environments.some(({ name }) => name === "newest")) {
    throw new Error(
      `The environment newest has no ${names}: it never has MXNet, and Horovod only where the study's environment cannot be made.`,
    );
  }
  const site = environments.find(({ name }) => name === "site");
  throw new Error(
    `No environment has ${newest ? "the newest " : ""}${names}${site && !newest ? ` (nor has the site's, ${site.python})` : ""}: ` +
      `run \`./workbook setup --frameworks${newest ? " newest" : ""}\`.`,
  );
}

function has({ versions, horovod }: FrameworkEnvironment, packages: readonly FrameworkPackage[]): boolean {
  if (!packages.every((each) => each in versions)) return false;
  return !packages.includes("horovod") || packages.every((each) => each === "horovod" || horovod.includes(each));
}

const hasKeras3 = ({ versions }: FrameworkEnvironment): boolean => Number.parseInt(versions.keras ?? "2") >= 3;

/**
 * All environments: the site's own, then those that set-up made and that are still there.
 * @param file in which set-up described them
 * @throws one line when the file is broken, or the site's Python does not run.
 */
export async function frameworkEnvironments(file: string = descriptionFile): Promise<FrameworkEnvironment[]> {
  const site = await siteEnvironment();
  const refuse = (what: string): Error =>
    new Error(`${file}: ${what}. Remove it and run \`./workbook setup --frameworks\`.`);
  const described = await readChecked(file, description, refuse);
  const environments = (described?.environments ?? []).filter(({ python }) => existsSync(python));
  return site ? [site, ...environments] : environments;
}

/**
 * The site's own environment, if its settings name a Python, which is asked what it has.
 * @throws one line when it does not run.
 */
export async function siteEnvironment(): Promise<FrameworkEnvironment | undefined> {
  const site = siteSettings();
  const python = sitePython(site);
  if (python === undefined) return undefined;
  const [program, ...args] = siteCommand(site, [python, join(workbookRoot, "lib", "frameworks", "probe.py")]);
  const { execa } = await import("execa");
  const { failed, code, stdout, stderr, shortMessage } = await execa(program, args, { reject: false, stdin: "ignore" });
  const refuse = (what: string): Error =>
    new Error(
      `The site's Python with the frameworks, ${python}, does not run: ${onOneLine(what)}. Correct frameworks in the site's settings.`,
    );
  if (code === "ENOENT" || code === "EACCES") throw refuse(`${program} is no program`);
  if (failed) throw refuse(lastLines(stderr, 1) || (shortMessage ?? ""));
  // What the login shell says comes first.
  return { ...checkedText(lastLines(stdout, 1), contents, refuse), python, name: "site" };
}
