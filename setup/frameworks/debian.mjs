// @ts-check
import { run } from "../run.mjs";
import { debianVersion } from "./machine.mjs";

/**
 * The step that installs Debian packages, as root.
 * @param {string[]} packages
 * @returns {import("../steps/step.mjs").Step}
 */
export function debianStep(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return {
    title: `Debian's packages ${packages.join(", ")}`,
    after: [],
    done: () => packages.every((name) => debianVersion(name) !== undefined),
    async run() {
      await run("apt-get update", "apt-get", ["update"], { env });
      // A set-up that was killed may have left packages half installed.
      await run("dpkg", "dpkg", ["--configure", "-a"], { env });
      await run("apt-get install", "apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env });
    },
  };
}
