import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { configFolders } from "../../lib/notebooks/classroom";
import { notebookPython } from "../../lib/notebooks/environment";
import { temporaryFolder } from "../temporary";

it.each(["alone", "student", "instructor"] as const)(
  "JupyterLab (%s) opens lesson.md as text, not by Jupytext",
  (role) => {
    const program = `from jupyter_core.paths import jupyter_config_path, jupyter_path
from jupyter_server.extension.config import ExtensionConfigManager
from jupyterlab_server.config import get_page_config
extensions = ExtensionConfigManager(read_config_path=jupyter_config_path()).get_jpserver_extensions()
disabled = get_page_config(jupyter_path("labextensions"))["disabledExtensions"]
print(extensions["jupyterlab_jupytext"], "jupyterlab-jupytext" in disabled)`;
    const folders = { JUPYTER_CONFIG_PATH: configFolders(role), JUPYTER_CONFIG_DIR: temporaryFolder("config") };
    const env = { ...process.env, ...folders, JUPYTER_PREFER_ENV_PATH: "1" };
    expect(execFileSync(notebookPython(), ["-c", program], { encoding: "utf8", env })).toBe("False True\n");
  },
);
