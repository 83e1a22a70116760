import type { Locator, Page } from "playwright-core";
import { patience, type Lab } from "./lab";

/** nbgrader's Formgrader, in a page of its own beside an instructor's JupyterLab. */
export class Formgrader {
  private constructor(readonly page: Page) {}

  static async open(lab: Lab): Promise<Formgrader> {
    const opened = lab.page.context().waitForEvent("page", patience);
    await lab.menu("Grading", "Formgrader");
    const formgrader = new Formgrader(await opened);
    await formgrader.page.getByRole("link", { name: "Manual Grading" }).waitFor(patience);
    return formgrader;
  }

  /** Goes to the submissions of a lesson under "Manage Assignments". */
  async submissions(lesson: string): Promise<Locator> {
    await this.page.getByRole("link", { name: "Manage Assignments" }).click(patience);
    await this.page.locator("#main-table tr", { hasText: lesson }).locator(".num-submissions a").click(patience);
    return this.page.locator("#main-table tr");
  }

  /** Presses the autograde button of a student's submission, and gives back what the page says. */
  async autograde(lesson: string, student: string): Promise<string> {
    const rows = await this.submissions(lesson);
    await rows.filter({ hasText: student }).locator(".autograde a").click(patience);
    const modal = this.page.locator(".modal.in");
    await modal.waitFor(patience);
    return modal.innerText();
  }

  /** The student's text of a cell that is marked by hand. */
  async answer(gradeId: string): Promise<string> {
    return this.page.locator(".nbgrader_cell", { has: this.page.locator(`[id="${gradeId}"]`) }).innerText();
  }

  /** Opens a student's notebook for marking by hand. */
  async openSubmission(lesson: string, notebook: string, student: string): Promise<void> {
    await this.page.getByRole("link", { name: "Manual Grading" }).first().click(patience);
    await this.page.getByRole("link", { name: lesson, exact: true }).click(patience);
    await this.page.getByRole("link", { name: notebook, exact: true }).click(patience);
    await this.page
      .getByRole("link", { name: /^Submission #/ })
      .first()
      .waitFor(patience);
    await this.page.locator("#toggle_names").click(patience);
    await this.page.getByRole("link", { name: student, exact: true }).click(patience);
    // Once it knows marks and comments it takes new ones; what is typed before is lost.
    for (const field of [".extra-credit", ".comment"])
      await this.page
        .locator(`${field}[placeholder]`)
        .first()
        .waitFor({ ...patience, state: "attached" });
  }

  /** Gives points for a cell by hand, with a comment. */
  async mark(gradeId: string, points: number, comment: string): Promise<void> {
    await this.save(/\/api\/grade\//, this.page.locator(`[id="${gradeId}"]`), String(points));
    await this.save(/\/api\/comment\//, this.page.locator(`[id="${gradeId}-comment"]`), comment);
  }

  private async save(url: RegExp, field: Locator, text: string): Promise<void> {
    const saved = this.page.waitForResponse(
      (response) => response.request().method() === "PUT" && url.test(response.url()),
      patience,
    );
    await field.fill(text);
    await field.blur();
    await saved;
  }
}
