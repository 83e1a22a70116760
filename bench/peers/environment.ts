import { join } from "node:path";
import { cacheFolder, isInstalled, pythonEnvironment, type PythonPackages } from "../python-environment";
import { workbookRoot } from "../../lib/system/workbook";

/** The Python peers. Each has an environment of its own, so that their packages do not conflict. */
export type PeerEnvironment = "keras" | "keras-gpu" | "torch";

const programs = join(workbookRoot, "bench", "peers");

/** A Python program of this folder. */
export const peerProgram = (name: string): string => join(programs, name);

/** The benchmark's folder in the user's cache. */
export const workFolder = cacheFolder("bench");

const packagesOf = (peer: PeerEnvironment): PythonPackages => ({
  ...{ name: peer, requirements: join(programs, `${peer}.txt`), folder: workFolder },
  size: peer === "keras" ? undefined : "some gigabytes",
});

/** Whether a peer's packages have been installed. */
export const hasPackages = (peer: PeerEnvironment): boolean => isInstalled(packagesOf(peer));

/**
 * The Python of a peer's environment. The packages are installed the first time, and when their versions have changed.
 * @param say Reports what is about to be installed.
 * @throws one line when Python or the packages cannot be installed.
 */
export async function pythonWith(peer: PeerEnvironment, say: (line: string) => void): Promise<string> {
  try {
    return await pythonEnvironment(packagesOf(peer), say);
  } catch (error) {
    throw new Error(`${(error as Error).message} Leave it out with --peers, or mend the cause.`);
  }
}
