import { inNotebook, showLive, type LiveFigure } from "../plots/display";
import { jobProgressFigure } from "../plots/run/job-progress";
import { stepsOf, statusLine, type JobStatus } from "../jobs/follow";

/** Shows the status of a job, with a line about it: by default its {@link statusLine}. */
type LiveView = (status: JobStatus, line?: string) => void;

/** A view that, whenever the line changes, redraws its figure in a notebook, and prints the line elsewhere. */
export function liveView(): LiveView {
  let shown = "";
  let figure: LiveFigure | undefined;
  return (status, line = statusLine(status)) => {
    if (line === shown) return;
    shown = line;
    if (!inNotebook()) {
      console.log(line);
      return;
    }
    const { job, run } = status;
    const loss = run?.epochs.flatMap((epoch) => epoch.steps.loss) ?? [];
    const steps = run && stepsOf(run, job) * run.configuration.epochs;
    const next = jobProgressFigure({ status: line, loss, steps });
    if (figure) figure.update(next);
    else figure = showLive(next);
  };
}
