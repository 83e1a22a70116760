import type { Locator, Page } from "playwright-core";
import { patience, type Lab } from "./lab";

/** nbgrader's Assignment List in JupyterLab. */
export class AssignmentList {
  private constructor(private readonly page: Page) {}

  static async open(lab: Lab): Promise<AssignmentList> {
    await lab.menu("Nbgrader", "Assignment List");
    const list = new AssignmentList(lab.page);
    await list.settled();
    return list;
  }

  private async settled(): Promise<void> {
    for (const name of ["released", "fetched", "submitted"]) {
      await this.page.locator(`#${name}_assignments_list_loading`).waitFor({ ...patience, state: "hidden" });
    }
  }

  private row(list: "released" | "fetched" | "submitted", lesson: string): Locator {
    return this.page.locator(`#${list}_assignments_list > .list_item`, { hasText: lesson });
  }

  /** Fetches a lesson and waits until it is among the downloaded ones. */
  async fetch(lesson: string): Promise<void> {
    await this.row("released", lesson).getByRole("button", { name: "Fetch" }).click(patience);
    await this.row("fetched", lesson).waitFor(patience);
    await this.settled();
  }

  /** Brings the list to the front again. */
  async show(): Promise<void> {
    await this.page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", { hasText: "Assignments" }).click(patience);
  }

  /** Hands a lesson in, and gives back the time by which it is known. */
  async submit(lesson: string): Promise<string> {
    await this.row("fetched", lesson).getByRole("button", { name: "Submit" }).click(patience);
    const submitted = this.row("submitted", lesson);
    await submitted.waitFor(patience);
    await this.settled();
    const [time] = /\d{4}-\d\d-\d\d [\d:.]+ UTC/.exec(await submitted.innerText()) ?? [];
    if (time === undefined) throw new Error(`The list does not say when ${lesson} was handed in.`);
    return time;
  }

  async refresh(): Promise<void> {
    await this.page.locator("#refresh_assignments_list").click(patience);
    await this.settled();
  }

  /** Fetches the feedback of what was handed in; it lies in a folder `feedback` of the lesson's then. */
  async fetchFeedback(lesson: string): Promise<void> {
    await this.refresh();
    const submitted = this.row("submitted", lesson);
    await submitted.getByRole("button", { name: "Fetch Feedback" }).click(patience);
    await submitted.getByText("view feedback").waitFor(patience);
  }
}
