import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { execute, withCluster } from "./on-cluster";
import { temporaryFolder } from "../temporary";

const home = temporaryFolder("home"); // that only root can enter
const shown = join(home, "programs", "python");
mkdirSync(shown, { recursive: true });
writeFileSync(join(shown, "readme"), "shown\n");
writeFileSync(join(home, "secret"), "secret\n");
chmodSync(join(home, "secret"), 0o644);
const cluster = withCluster({ nodes: 2, gpus: 0 });

/** A program as an account without any rights. */
const nobody = (...words: string[]) => ["--reuid=65534", "--regid=65534", "--clear-groups", ...words];
const onNode = (node: number, ...words: string[]) => execute(cluster().on(node, "setpriv", nobody("--", ...words)));

it("runs jobs with the rights of the account that submits them", async () => {
  const { stdout } = await execute(cluster().command("setpriv", nobody("srun", "--chdir=/", "id", "--user")));
  expect(stdout).toBe("65534");
});

it("shows folders in a closed home to all accounts, on nodes that start later too, and nothing else of it", async () => {
  expect((await onNode(1, "cat", join(shown, "readme"))).exitCode).toBe(1);
  await cluster().killNode(2);
  await cluster().showFolders([shown, "/usr/bin"]);
  await cluster().reviveNode(2);
  for (const node of [1, 2]) {
    expect((await onNode(node, "cat", join(shown, "readme"))).stdout).toBe("shown");
    expect((await onNode(node, "cat", join(home, "secret"))).stderr).toContain("No such file");
    expect((await onNode(node, "ls", home)).stderr).toContain("Permission denied");
  }
  expect((await execute({ file: "cat", args: [join(home, "secret")], env: {} })).stdout).toBe("secret");
  await cluster().hideFolders();
  expect((await onNode(1, "cat", join(shown, "readme"))).exitCode).toBe(1);
});
