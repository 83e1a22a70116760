import { beforeAll, afterAll } from "vitest";
import { startJupyterLab, type JupyterLab } from "../../lib/notebooks/jupyterlab";
import { withBrowser, withoutBrowser } from "../browser";
import { Lab } from "../hub/lab";
import { kernelEnvironment } from "../kernel/drive";
import { firstPort } from "../ports";
import { temporaryFolder } from "../temporary";

/**
 * JupyterLab on a folder of its own, and a browser's page that shows it, for the tests of a file.
 * @param what see {@link withBrowser}
 * @param fill makes the folder's files
 */
export function ownLab(what: string, fill: (folder: string) => void): () => Lab {
  const browser = withBrowser(what);
  const end = new AbortController();
  let server: JupyterLab | undefined;
  let lab: Lab;
  beforeAll(async () => {
    if (withoutBrowser) return;
    const folder = temporaryFolder("lab");
    fill(folder);
    process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
    for (const place of ["CONFIG", "DATA", "RUNTIME"]) process.env[`JUPYTER_${place}_DIR`] = temporaryFolder("jupyter");
    server = await startJupyterLab({ folder, port: firstPort, signal: end.signal });
    const page = await browser().newPage({ viewport: { width: 1400, height: 1000 } });
    await page.goto(server.address);
    lab = await new Lab(page, new URL(server.address).origin).isThere();
  });
  afterAll(async () => {
    end.abort();
    await server?.ended;
  });
  return () => lab;
}
