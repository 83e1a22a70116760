import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { NoRegistry, pythonEnvironment } from "../../bench/python-environment";
import { temporaryFolder } from "../temporary";

it("packages whose registry cannot be reached are told apart from others, and nothing counts as installed", async () => {
  const folder = temporaryFolder("python-environment");
  const requirements = join(folder, "requirements.txt");
  writeFileSync(requirements, "a-package-that-nobody-needs==1.0\n");
  vi.stubEnv("PIP_CONFIG_FILE", "/dev/null");
  vi.stubEnv("PIP_RETRIES", "1");
  vi.stubEnv("PIP_PROXY", undefined);
  vi.stubEnv("no_proxy", "127.0.0.1");
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple"); // where nobody listens
  const install = () => pythonEnvironment({ name: "nothing", requirements, folder }, () => undefined);
  const unreached = await install().catch((error: unknown) => error);
  expect(unreached).toBeInstanceOf(NoRegistry);
  expect(String(unreached)).toBe("Error: nothing could not be installed: its registry cannot be reached.");
  const [environment] = readdirSync(folder).filter((name) => /^nothing-\w{8}$/.test(name));
  expect(existsSync(join(folder, environment, "installed"))).toBe(false);
  vi.stubEnv("PIP_NO_INDEX", "1");
  const other = await install().catch((error: unknown) => error);
  expect(other).not.toBeInstanceOf(NoRegistry);
  expect(String(other)).toMatch(/^Error: nothing could not be installed: ERROR: No matching distribution/);
});
