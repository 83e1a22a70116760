import { inNotebook, showLive, type LiveFigure } from "../plots/display";
import { jobProgressFigure } from "../plots/run/job-progress";
import { stepsOf, statusLine, type JobStatus } from "../jobs/follow";

/** Shows how a job goes on. */
export interface LiveView {
  show(status: JobStatus): void;
  /** The last look, with what there is to say of the end. */
  end(status: JobStatus, message: string): void;
}

/** In a notebook a figure that grows, elsewhere a line whenever something changes. */
export function liveView(): LiveView {
  return inNotebook() ? new Growing() : new Lines();
}

class Growing implements LiveView {
  private figure: LiveFigure | undefined;
  private shown = "";

  show(status: JobStatus): void {
    this.draw(status, statusLine(status));
  }

  end(status: JobStatus, message: string): void {
    this.draw(status, message);
  }

  private draw({ job, run }: JobStatus, status: string): void {
    if (status === this.shown) return;
    this.shown = status;
    const loss = run?.epochs.flatMap((epoch) => epoch.steps.loss) ?? [];
    const next = jobProgressFigure({ status, loss, steps: run && stepsOf(run, job) * run.configuration.epochs });
    if (this.figure) this.figure.update(next);
    else this.figure = showLive(next);
  }
}

class Lines implements LiveView {
  private shown = "";

  show(status: JobStatus): void {
    const line = statusLine(status);
    if (line !== this.shown) console.log(line);
    this.shown = line;
  }

  end(_status: JobStatus, message: string): void {
    console.log(message);
  }
}
