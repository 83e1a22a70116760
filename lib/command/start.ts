import { Command } from "@commander-js/extra-typings";
import { whole } from "./values";

/** `./workbook start`: runs JupyterLab on the notebooks until Ctrl-C. The root script has already run set-up. */
export function startCommand() {
  return new Command("start")
    .description("set up what is missing and open JupyterLab on the notebooks (as `npm start`)")
    .option("--port <number>", "the first port to try", whole(1, 65_535), 8888)
    .option("--all-interfaces", "listen on every network interface, as in a container whose port is published", false)
    .option("--no-browser", "do not open the page in a browser")
    .option("--instructor", "open JupyterLab on your home folder, with nbgrader's tools for your course", false)
    .action(async ({ port, allInterfaces, browser, instructor }) => {
      const { openedFolder } = await import("../notebooks/opened-folder.js");
      const { learnersRole } = await import("../notebooks/classroom.js");
      const { startJupyterLab } = await import("../notebooks/jupyterlab.js");
      const folder = instructor ? await homeWithCourse() : await openedFolder();
      const end = new AbortController();
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.on(name, () => end.abort());
      }
      const jupyterLab = await startJupyterLab({
        folder,
        role: instructor ? "instructor" : learnersRole(),
        port,
        allInterfaces,
        openBrowser: browser && hasDesktop(),
        signal: end.signal,
      });
      console.log(`JupyterLab shows ${folder} at\n\n    ${jupyterLab.address}\n`);
      if (jupyterLab.formgrader !== undefined) console.log(`Formgrader is at\n\n    ${jupyterLab.formgrader}\n`);
      console.log("Ctrl-C ends JupyterLab and every kernel.");
      await jupyterLab.ended;
    });
}

/** The folder for JupyterLab: Formgrader needs the course to be in it. @throws one line when the course is elsewhere. */
async function homeWithCourse(): Promise<string> {
  const { homedir } = await import("node:os");
  const { relative, sep } = await import("node:path");
  const { courseFolder, openCourse } = await import("../course/index.js");
  const [home, course] = [homedir(), courseFolder()];
  await openCourse(course);
  if (!relative(home, course).startsWith(`..${sep}`)) return home;
  throw new Error(
    `Formgrader can only show a course inside your home folder ${home}, but WORKBOOK_COURSE names ${course}. Move the course into your home folder.`,
  );
}

const hasDesktop = () => process.stdout.isTTY && Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
