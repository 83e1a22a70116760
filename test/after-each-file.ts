import { afterAll } from "vitest";
import "./same-bytes";
import { removeTemporaryFolders } from "./temporary";

// Vitest runs this anew for each file, also where files share a process and what they import is read once.
afterAll(removeTemporaryFolders);
