import { expect, test, vi } from "vitest";
import { checkPlatform, wantedDevice } from "../../setup/platform.mjs";

const linux = { platform: "linux", arch: "x64", node: "20.19.0" };

test("Linux on x86-64 and aarch64 with Node 20, 22 and 24", () => {
  for (const arch of ["x64", "arm64"]) {
    for (const node of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"]) {
      expect(() => checkPlatform({ platform: "linux", arch, node })).not.toThrow();
    }
  }
});

test.each([
  [{ platform: "darwin" }, /macOS is not supported.*JupyterHub/],
  [{ platform: "win32" }, /Windows is not supported.*WSL2/],
  [{ arch: "ppc64" }, /linux on ppc64 is not supported/],
  [{ node: "18.20.0" }, /Node 18\.20\.0 is too old.*20, 22 or 24/],
  [{ node: "20.8.1" }, /Node 20\.8\.1 is too old/],
])("%o is refused with a remedy", (machine, message) => {
  expect(() => checkPlatform({ ...linux, ...machine })).toThrow(message);
});

test("WORKBOOK_DEVICE decides, and must be known", () => {
  vi.stubEnv("WORKBOOK_DEVICE", "gpu");
  expect(wantedDevice()).toBe("gpu");
  vi.stubEnv("WORKBOOK_DEVICE", "tpu");
  expect(wantedDevice).toThrow("WORKBOOK_DEVICE=tpu is not known: use cpu or gpu.");
});
