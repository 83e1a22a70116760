import { Command, InvalidArgumentError } from "commander";

/** `./workbook start`: JupyterLab on the notebooks until Ctrl-C. The root script has run set-up before. */
export function startCommand(): Command {
  return new Command("start")
    .description("set up what is missing and open JupyterLab on the notebooks (as `npm start`)")
    .option("--port <number>", "the first port to try", portNumber, 8888)
    .option("--no-browser", "do not open the page in a browser")
    .action(async ({ port, browser }: { port: number; browser: boolean }) => {
      const { openedFolder } = await import("../notebooks/opened-folder.js");
      const { startJupyterLab } = await import("../notebooks/jupyterlab.js");
      const folder = await openedFolder();
      const end = new AbortController();
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.on(name, () => {
          end.abort();
        });
      }
      const jupyterLab = await startJupyterLab({
        folder,
        port,
        openBrowser: browser && hasDesktop(),
        signal: end.signal,
      });
      console.log(`JupyterLab shows ${folder} at\n\n    ${jupyterLab.address}\n\nCtrl-C ends it and every kernel.`);
      await jupyterLab.ended;
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError("A port is a whole number from 1 to 65535.");
}

const hasDesktop = () => process.stdout.isTTY && Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
