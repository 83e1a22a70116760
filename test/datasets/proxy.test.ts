import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { downloadFile } from "../../datasets/download/file";
import { proxyFor } from "../../datasets/download/proxy";
import { FileServer } from "./server";
import { temporaryFolder } from "../temporary";

const bytes = Buffer.from("what a proxy fetches");
const remote = { name: "file", bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
const server = new FileServer(bytes); // as a proxy, it is asked for whole addresses
const opened: (string | undefined)[] = [];
const proxy = createServer().on("connect", ({ url, headers }, socket) => {
  opened.push(url, headers["proxy-authorization"]);
  if (url !== "open.invalid:443") return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  socket.write("HTTP/1.1 200 OK\r\n\r\n");
  return socket.once("data", ([first]) => socket.end(String(opened.push(`record ${first}`))));
});
beforeEach(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  for (const name of ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]) {
    for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined);
  }
});
afterEach(() => proxy.close());

function download(url: string) {
  return downloadFile(remote, { url, into: temporaryFolder("proxy"), retries: 0, log: () => undefined }, "Or not.");
}

it.each(["http_proxy", "HTTP_PROXY", "all_proxy"])("asks the proxy of %s, also where it redirects", async (name) => {
  vi.stubEnv(name, new URL(server.url).origin);
  server.answer = (request, response) => {
    if (request.url === "http://data.invalid/file")
      response.writeHead(302, { location: "http://other.invalid/x" }).end();
    else server.whole(request, response);
  };
  expect(readFileSync(await download("http://data.invalid/"))).toEqual(bytes);
  expect(server.requests.map(({ path }) => path)).toEqual(["http://data.invalid/file", "http://other.invalid/x"]);
});

it("opens a way through the proxy for https, and says what the proxy refuses without its password", async () => {
  const { port } = proxy.address() as AddressInfo;
  vi.stubEnv("https_proxy", `http://${"a%zz:s%3Acret"}@127.0.0.1:${port}`);
  const refused = `Cannot download https://data.invalid/file: the server answered 407 Proxy Authentication Required (by the proxy 127.0.0.1:${port}).`;
  const error: unknown = await download("https://data.invalid/").catch((reason: unknown) => reason);
  expect((error as Error).message).toContain(refused);
  expect((error as Error).message).not.toContain("cret");
  const login = `Basic ${Buffer.from("a%zz:s:cret").toString("base64")}`;
  expect(opened.splice(0)).toEqual(["data.invalid:443", login]);
  await expect(download("https://open.invalid/")).rejects.toThrow("Cannot download https://open.invalid/file: ");
  expect(opened).toEqual(["open.invalid:443", login, "record 22"]); // TLS's first words
});

it.each([
  ["https://data.org/x", { https_proxy: "http://p:1" }, "http://p:1/"],
  ["https://data.org/x", { HTTPS_PROXY: "p:1" }, "http://p:1/"],
  ["https://data.org/x", { http_proxy: "http://p:1" }, undefined],
  ["https://data.org/x", { all_proxy: "http://p:1", no_proxy: "other.org, .data.org" }, undefined],
  ["https://a.data.org/x", { all_proxy: "http://p:1", NO_PROXY: "data.org" }, undefined],
  ["https://mydata.org/x", { all_proxy: "http://p:1", no_proxy: "data.org" }, "http://p:1/"],
  ["https://data.org:8443/x", { all_proxy: "http://p:1", no_proxy: "data.org:8443" }, undefined],
  ["https://data.org/x", { all_proxy: "http://p:1", no_proxy: "*" }, undefined],
  ["http://127.0.0.1:3/x", { http_proxy: "http://p:1" }, undefined],
])("for %s and %j, the proxy is %s", (address, environment, proxied) => {
  expect(proxyFor(new URL(address), environment as NodeJS.ProcessEnv)?.href).toBe(proxied);
});

it("refuses a proxy of another kind in words, without its password", async () => {
  vi.stubEnv("all_proxy", "socks5://ada:secret@p:1");
  await expect(download("http://data.invalid/")).rejects.toThrow(
    "names socks5://p:1 as proxy, which is no http:// or https:// address: set http_proxy to one, or no_proxy to data.invalid",
  );
});

it.each([
  [{ HTTPS_PROXY: "" }, undefined],
  [{ https_proxy: "", HTTPS_PROXY: "", all_proxy: "", ALL_PROXY: "" }, undefined],
  [{ https_proxy: "", all_proxy: "http://all.invalid" }, "http://all.invalid/"],
  [{ https_proxy: "http://proxy.invalid", no_proxy: "Data.Example" }, undefined],
])("takes an empty variable for one that is not set, and a host's name in any letters: %o", (environment, expected) => {
  expect(proxyFor(new URL("https://data.example/file"), environment)?.href).toBe(expected);
});
