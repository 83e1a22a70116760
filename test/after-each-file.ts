import { afterAll, vi } from "vitest";
import "./same-bytes";
import { removeTemporaryFolders } from "./temporary";

// Vitest runs this anew for each file, also where files share a process and what they import is read once.
// What a file's last test has stubbed goes with it; before each test, vitest.config.mts has that done.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  removeTemporaryFolders();
});
