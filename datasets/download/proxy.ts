import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import tls from "node:tls";
import type { Socket } from "node:net";

/** Milliseconds without a byte, after which a connection is given up. */
const patience = 300_000;
const mostRedirects = 20;

/**
 * The proxy for an address, by the variables that npm, pip and curl read: `http_proxy` or `https_proxy`, else `all_proxy`, unless
 * `no_proxy` has the host. Small letters come first.
 * @returns undefined where the address is asked directly, as this machine's own always are.
 * @throws one line where the variable's value is no address of a proxy that speaks HTTP.
 */
export function proxyFor({ protocol, hostname, host }: URL, environment = process.env): URL | undefined {
  const value = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined; // "": none
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return undefined;
  const direct = (value("no_proxy") ?? "").split(/[\s,]+/).filter((word) => word !== "");
  const covers = (word: string) => {
    const name = word.replace(/^\*?\./, "").toLowerCase();
    return word === "*" || [hostname, host].some((each) => each === name || each.endsWith(`.${name}`));
  };
  if (direct.some(covers)) return undefined;
  const named = value(`${protocol.slice(0, -1)}_proxy`) ?? value("all_proxy");
  if (named === undefined) return undefined;
  const address = /^\w+:\/\//.test(named) ? named : `http://${named}`;
  if (URL.canParse(address) && /^https?:/.test(address)) return new URL(address);
  throw new Error(
    `the environment names ${address.replace(/\/\/.*@/, "//")} as proxy, which is no http:// or https:// address: set ${protocol.slice(0, -1)}_proxy to one, or no_proxy to ${hostname}`,
  );
}

/**
 * Asks for a file as `fetch` does, which knows no proxies, and follows redirects. What a proxy itself refuses is answered as a server
 * would: by a status.
 * @throws where a connection breaks, or as {@link proxyFor}.
 */
export async function fetchByProxy(address: string, headers: Record<string, string>): Promise<Response> {
  let url = new URL(address);
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const proxy = proxyFor(url);
    const response = await (proxy ? ask(url, proxy, headers) : fetch(url, { headers, redirect: "manual" }));
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`the server redirects more than ${mostRedirects} times`);
}

/** A word of an address as it was meant: a % that escapes nothing is one. */
function plain(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

async function ask(url: URL, proxy: URL, headers: Record<string, string>): Promise<Response> {
  const { request } = proxy.protocol === "https:" ? https : http;
  const { username, password } = proxy;
  const login = Buffer.from(`${plain(username)}:${plain(password)}`).toString("base64");
  const own = username === "" ? {} : { "proxy-authorization": `Basic ${login}` };
  const to = {
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port || undefined,
    agent: false,
    timeout: patience,
  };
  if (url.protocol === "http:") {
    return answered(request({ ...to, path: url.href, headers: { ...headers, ...own, host: url.host } }));
  }
  const target = `${url.hostname}:${url.port || 443}`;
  const opening = request({ ...to, method: "CONNECT", path: target, headers: { ...own, host: target } });
  const [opened, socket] = (await once(withDeadline(opening).end(), "connect")) as [IncomingMessage, Socket];
  if (opened.statusCode !== 200) {
    socket.destroy();
    return new Response(null, {
      status: opened.statusCode,
      statusText: `${opened.statusMessage} (by the proxy ${proxy.host})`,
    });
  }
  const createConnection = () => tls.connect({ socket, servername: url.hostname });
  return answered(https.request(url, { headers: { ...headers, host: url.host }, timeout: patience, createConnection }));
}

async function answered(request: http.ClientRequest): Promise<Response> {
  const [answer] = (await once(withDeadline(request).end(), "response")) as [IncomingMessage];
  const { statusCode: status, statusMessage: statusText, headers } = answer;
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, statusText, headers: fields });
}

const withDeadline = (request: http.ClientRequest): http.ClientRequest =>
  request.on("timeout", () => request.destroy(new Error(`no byte came for ${patience / 1000} s`)));
