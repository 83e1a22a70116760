import { readFileSync } from "node:fs";
import { request, type RequestOptions } from "node:https";
import type { Hub } from "../../lib/hub";

/** An answer, redirects followed. */
export interface Answer {
  status: number;
  /** Where the last redirect led: path and query. */
  path: string;
  text: string;
}

/** Somebody with a browser, as far as requests and cookies go, who trusts nothing but the hub's own certificate. */
export class Visitor {
  private readonly cookies: { name: string; value: string; path: string }[] = [];
  private readonly ca: string;

  constructor(private readonly hub: Hub) {
    this.ca = readFileSync(hub.certificate ?? "", "utf8");
  }

  /** Logs in; what comes is the page after it, or the login page again. */
  async logIn(username: string, password: string): Promise<Answer> {
    await this.get("/hub/login");
    const form = new URLSearchParams({ username, password, _xsrf: this.xsrf("/hub/") });
    return this.ask("POST", "/hub/login", form.toString(), { "content-type": "application/x-www-form-urlencoded" });
  }

  get(path: string): Promise<Answer> {
    return this.ask("GET", path);
  }

  /** Of the hub's or a server's interface, as a page's script asks it. */
  async api(method: string, path: string): Promise<Answer> {
    return this.ask(method, path, undefined, { "x-xsrftoken": this.xsrf(path) });
  }

  /** Waits until this user's server runs. */
  async server(user: string, seconds = 200): Promise<void> {
    for (const until = Date.now() + 1000 * seconds; Date.now() < until;) {
      const { text } = await this.api("GET", `/hub/api/users/${user}`);
      const { servers } = JSON.parse(text) as { servers?: Record<string, { ready: boolean }> };
      if (servers?.[""]?.ready) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`The server of ${user} did not start within ${seconds} s.`);
  }

  private xsrf(path: string): string {
    return this.cookiesFor(path).find(({ name }) => name === "_xsrf")?.value ?? "";
  }

  private cookiesFor(path: string) {
    return this.cookies.filter((cookie) => path.startsWith(cookie.path)).sort((a, b) => b.path.length - a.path.length);
  }

  private async ask(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
    redirects = 10,
  ): Promise<Answer> {
    const cookie = this.cookiesFor(path)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const site = { origin: this.hub.address, referer: `${this.hub.address}/hub/home`, "sec-fetch-site": "same-origin" };
    const options = { method, ca: this.ca, agent: false as const, headers: { ...site, cookie, ...headers } };
    const { status, location, text } = await this.send(path, options, body);
    if (location === undefined || redirects === 0) return { status, path, text };
    const next = new URL(location, this.hub.address + path);
    return this.ask("GET", next.pathname + next.search, undefined, {}, redirects - 1);
  }

  private send(path: string, options: RequestOptions, body?: string) {
    return new Promise<{ status: number; location?: string; text: string }>((resolve, reject) => {
      const sent = request(this.hub.address + path, options, (response) => {
        for (const line of response.headers["set-cookie"] ?? []) this.keep(line);
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  private keep(line: string): void {
    const [pair, ...attributes] = line.split("; ");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
    const at = this.cookies.findIndex((cookie) => cookie.name === name && cookie.path === path);
    if (at >= 0) this.cookies.splice(at, 1);
    this.cookies.push({ name, value, path });
  }
}
