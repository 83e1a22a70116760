import type { Locator, Page, WebSocket } from "playwright-core";

/** Waits for a page or a server that may be slow on a busy machine. */
export const patience = { timeout: 300_000 };

/** Tries again what a click or a key may miss while the page still builds its menus and listens to no keys. */
async function persist(tried: () => Promise<void>): Promise<void> {
  for (let time = 1; ; time++) {
    try {
      return await tried();
    } catch (error) {
      if (time === 5) throw error;
    }
  }
}

/** A JupyterLab in a browser's page, used as a student or an instructor uses it. */
export class Lab {
  /** @param base the server's address without a slash at the end, `https://HOST/user/NAME` on a hub */
  constructor(
    readonly page: Page,
    readonly base: string,
  ) {}

  /** Waits until JupyterLab is on the page. */
  async isThere(): Promise<this> {
    await this.page.locator("#jupyterlab-splash").waitFor({ ...patience, state: "detached" });
    await this.page.getByRole("menuitem", { name: "Run", exact: true }).waitFor(patience);
    return this;
  }

  /** Chooses from JupyterLab's menus. */
  async menu(menu: string, ...items: string[]): Promise<void> {
    await this.openMenu(menu);
    for (const item of items) {
      await this.page
        .locator(".lm-Menu-item:visible", { has: this.page.getByText(item, { exact: true }) })
        .click(patience);
    }
  }

  /** The items of a menu. */
  async items(menu: string): Promise<string[]> {
    const opened = await this.openMenu(menu);
    const labels = await opened.locator('.lm-Menu-item[data-type="command"] .lm-Menu-itemLabel').allInnerTexts();
    await this.clickMenu(menu, "hidden");
    return labels.filter(Boolean);
  }

  /** The commands of the palette. */
  async commands(): Promise<string[]> {
    const labels = this.page.locator(".lm-CommandPalette-itemLabel:visible");
    await persist(async () => {
      await this.page.keyboard.press("Control+Shift+C");
      await labels.first().waitFor({ timeout: 10_000 });
    });
    const names = await labels.allInnerTexts();
    await this.page.keyboard.press("Escape");
    return names;
  }

  /** The extensions that the server tells the page to leave out. */
  async disabledExtensions(): Promise<string[]> {
    const configuration = await this.page.locator("#jupyter-config-data").textContent();
    return (JSON.parse(configuration ?? "{}") as { disabledExtensions?: string[] }).disabledExtensions ?? [];
  }

  /** The names of the panels at both sides. */
  async sidePanels(): Promise<string[]> {
    const tabs = await this.page.locator(".jp-SideBar .lm-TabBar-tab").all();
    return Promise.all(tabs.map(async (tab) => (await tab.getAttribute("title")) ?? ""));
  }

  private async openMenu(menu: string): Promise<Locator> {
    await this.clickMenu(menu, "visible");
    return this.page.locator(".lm-Menu");
  }

  /** Opens a menu, or closes it. */
  private async clickMenu(menu: string, state: "visible" | "hidden"): Promise<void> {
    await persist(async () => {
      await this.page.getByRole("menuitem", { name: menu, exact: true }).click(patience);
      await this.page.locator(".lm-Menu").waitFor({ state, timeout: 3000 });
    });
  }

  /** Double-clicks through the file browser: folders, and a file at the end of the path. */
  async openFile(path: string): Promise<void> {
    const crumbs = this.page.locator(".jp-FileBrowser .jp-BreadCrumbs-item");
    await this.page.locator(".jp-FileBrowser .jp-BreadCrumbs-home").click(patience);
    await crumbs.first().waitFor({ ...patience, state: "detached" });
    const names = path.split("/");
    const [file] = names.splice(-1);
    for (const [depth, name] of names.entries()) {
      const inside = this.page.locator(`.jp-BreadCrumbs-item[data-path="${names.slice(0, depth + 1).join("/")}"]`);
      // A double click is lost where the list is drawn anew between its halves.
      for (let time = 1; (await inside.count()) === 0; time++) {
        await this.doubleClick(name);
        await inside.waitFor({ timeout: 15_000 }).catch((error: unknown) => {
          if (time === 5) throw error;
        });
      }
    }
    await this.doubleClick(file);
  }

  private async doubleClick(name: string): Promise<void> {
    await this.page.locator('.jp-FileBrowser [data-command="filebrowser:refresh"]').click(patience);
    await this.page
      .locator(".jp-DirListing-item", { has: this.page.getByText(name, { exact: true }) })
      .dblclick(patience);
  }

  /** Opens a page, as a file of HTML is shown, and gives back its text. */
  async readPage(path: string): Promise<string> {
    await this.openFile(path);
    const body = this.page.frameLocator(".jp-HTMLViewer:visible iframe").locator("body");
    await body.locator("h4").first().waitFor(patience);
    return body.innerText();
  }

  /** Opens a notebook, and waits until its kernel would run cells. */
  async openNotebook(path: string): Promise<NotebookPanel> {
    const ready = this.kernelAnswers();
    await this.openFile(path);
    const panel = new NotebookPanel(this);
    await panel.isIdle();
    // JupyterLab drops the cells that are run before it has heard from the kernel, though the page shows it as idle.
    await ready;
    await this.page.waitForTimeout(500);
    return panel;
  }

  private kernelAnswers(): Promise<void> {
    return new Promise((resolve) => {
      this.page.on("websocket", (socket) => {
        socket.on("framereceived", ({ payload }) => {
          if (payload.includes("kernel_info_reply")) resolve();
        });
      });
    });
  }

  /** Opens a terminal. */
  async openTerminal(): Promise<Terminal> {
    const socket = this.page.waitForEvent("websocket", {
      ...patience,
      predicate: (opened) => opened.url().includes("/terminals/websocket/"),
    });
    await this.menu("File", "New", "Terminal");
    return new Terminal(this.page, await socket);
  }
}

/** A terminal of JupyterLab. Its text is taken off its socket: on the page it is drawn. */
export class Terminal {
  private text = "";

  constructor(
    private readonly page: Page,
    socket: WebSocket,
  ) {
    socket.on("framereceived", ({ payload }) => {
      const [kind, text] = JSON.parse(String(payload)) as [string, string?];
      if (kind === "stdout") this.text += text;
    });
  }

  /** Types a command, and gives back what it printed and its exit status. */
  async run(command: string, seconds = 300): Promise<{ text: string; status: number }> {
    await this.shows(/[$#] $/, seconds);
    const before = this.text.length;
    await this.page.locator(".jp-Terminal:visible .xterm-helper-textarea").focus();
    await this.page.keyboard.insertText(`${command}; echo "ended: $?"`); // as typed, the status is not in the line
    await this.page.keyboard.press("Enter");
    const [whole, status] = await this.shows(/ended: (\d+)/, seconds, before);
    return { text: whole, status: Number(status) };
  }

  private async shows(pattern: RegExp, seconds: number, from = 0): Promise<string[]> {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await this.page.waitForTimeout(100)) {
      const text = this.text.slice(from).replace(/\x1b(\[[\d;?]*[a-zA-Z]|\][^\x07]*\x07)/g, "");
      const match = pattern.exec(text);
      if (match) return [text, ...match.slice(1)];
    }
    throw new Error(`The terminal does not show ${String(pattern)} after ${seconds} s:\n${this.text.slice(-2000)}`);
  }
}

/** The notebook that is in front. */
export class NotebookPanel {
  private readonly page: Page;
  private readonly front: Locator;

  constructor(private readonly lab: Lab) {
    const { page } = lab;
    this.page = page;
    this.front = page.locator(".jp-NotebookPanel:visible");
  }

  /** A cell, by text of its source. */
  cell(text: string): Locator {
    return this.front.locator(".jp-Cell", { has: this.page.locator(".jp-InputArea", { hasText: text }) }).first();
  }

  /** Waits until nothing runs and nothing waits to run. */
  async isIdle(seconds = 300): Promise<void> {
    const timeout = 1000 * seconds;
    await this.front.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({
      timeout,
      state: "attached",
    });
  }

  /** Runs every cell, as the menu does, and waits for the last. */
  async runAll(seconds: number): Promise<void> {
    await this.lab.menu("Run", "Run All Cells");
    await this.finished(seconds);
  }

  /** Waits until no cell has the star of one that runs or waits. */
  private async finished(seconds: number): Promise<void> {
    await this.page.waitForTimeout(300); // the stars come with the kernel's first word
    const stars = this.front.locator(".jp-CodeCell .jp-InputArea-prompt", { hasText: "[*]" });
    for (const end = Date.now() + 1000 * seconds; (await stars.count()) > 0; await this.page.waitForTimeout(200)) {
      if (Date.now() > end) throw new Error(`${await stars.count()} cells had not run after ${seconds} s.`);
    }
    await this.isIdle(seconds);
  }

  /** Puts a source in the place of a cell's, as if typed. */
  async write(cell: Locator, source: string): Promise<void> {
    // Text is double-clicked to be edited; code is always open.
    const rendered = cell.locator(".jp-MarkdownOutput");
    if ((await rendered.count()) > 0 && (await rendered.isVisible())) await rendered.dblclick();
    await cell.locator(".cm-content").click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(source);
  }

  /** Runs one cell and gives back the text it put out. */
  async run(cell: Locator, seconds = 300): Promise<string> {
    await cell.locator(".cm-content").click();
    await this.page.keyboard.press("Control+Enter");
    await this.finished(seconds);
    return this.output(cell);
  }

  /** The text that a cell put out. */
  async output(cell: Locator): Promise<string> {
    return (await cell.locator(".jp-OutputArea-output").allInnerTexts()).join("\n");
  }

  /** Its figures, as plotly has drawn them. */
  figures(): Locator {
    return this.front.locator(".js-plotly-plot .main-svg .gtitle");
  }

  /** The cells that ended with an error. */
  errors(): Locator {
    return this.front.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]');
  }

  /** Presses nbgrader's Validate, which saves the notebook and runs it anew, and gives back what it says. */
  async validate(seconds: number): Promise<string> {
    await this.front.locator(".jp-Toolbar").getByText("Validate", { exact: true }).click(patience);
    const dialog = this.page.locator(".jp-Dialog");
    await dialog.waitFor({ timeout: 1000 * seconds });
    const text = await dialog.innerText();
    await dialog.locator(".jp-mod-accept").click(patience);
    return text;
  }

  /** Saves it, and waits until the server has it. */
  async save(): Promise<void> {
    const saved = this.page.waitForResponse(
      (response) => response.request().method() === "PUT" && response.url().includes("/api/contents/"),
      patience,
    );
    await this.page.keyboard.press("Control+S");
    await saved;
  }
}
