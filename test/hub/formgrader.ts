import type { FrameLocator, Locator } from "playwright-core";
import { patience, type Lab } from "./lab";

/** nbgrader's Formgrader in an instructor's JupyterLab. */
export class Formgrader {
  private constructor(
    private readonly lab: Lab,
    readonly frame: FrameLocator,
  ) {}

  static async open(lab: Lab): Promise<Formgrader> {
    await lab.menu("Nbgrader", "Formgrader");
    const formgrader = new Formgrader(lab, lab.page.frameLocator("#formgrader-iframe iframe"));
    await formgrader.frame.getByRole("link", { name: "Manual Grading" }).waitFor(patience);
    return formgrader;
  }

  /** Goes to the submissions of a lesson under "Manage Assignments". */
  async submissions(lesson: string): Promise<Locator> {
    await this.frame.getByRole("link", { name: "Manage Assignments" }).click(patience);
    await this.frame.locator("#main-table tr", { hasText: lesson }).locator(".num-submissions a").click(patience);
    return this.frame.locator("#main-table tr");
  }

  /** Opens a student's notebook for marking by hand. */
  async openSubmission(lesson: string, notebook: string, student: string): Promise<void> {
    await this.frame.getByRole("link", { name: "Manual Grading" }).first().click(patience);
    await this.frame.getByRole("link", { name: lesson, exact: true }).click(patience);
    await this.frame.getByRole("link", { name: notebook, exact: true }).click(patience);
    await this.frame
      .getByRole("link", { name: /^Submission #/ })
      .first()
      .waitFor(patience);
    await this.frame.locator("#toggle_names").click(patience);
    await this.frame.getByRole("link", { name: student, exact: true }).click(patience);
    await this.frame.locator("#notebook-container").first().waitFor(patience);
  }

  /** Gives points for a cell by hand, with a comment. */
  async mark(gradeId: string, points: number, comment: string): Promise<void> {
    await this.save(/\/api\/grade\//, this.frame.locator(`[id="${gradeId}"]`), String(points));
    await this.save(/\/api\/comment\//, this.frame.locator(`[id="${gradeId}-comment"]`), comment);
  }

  private async save(url: RegExp, field: Locator, text: string): Promise<void> {
    const saved = this.lab.page.waitForResponse(
      (response) => response.request().method() === "PUT" && url.test(response.url()),
      patience,
    );
    await field.fill(text);
    await field.blur();
    await saved;
  }
}
