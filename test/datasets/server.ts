import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach } from "vitest";

/** A server of one file on this machine, new for each test. */
export class FileServer {
  /** The address without the file's name. */
  url = "";
  requests: { path?: string; range?: string }[] = [];
  answer!: (request: IncomingMessage, response: ServerResponse) => void;

  constructor(public bytes: Buffer) {
    let server: Server;
    beforeEach(async () => {
      this.requests = [];
      this.answer = this.whole;
      server = createServer((request, response) => {
        this.requests.push({ path: request.url, range: request.headers.range });
        this.answer(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`;
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });
  }

  /** What a server that knows ranges answers. */
  readonly whole = (request: IncomingMessage, response: ServerResponse): void => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const { length } = this.bytes;
    const headers = { "content-length": length - from, "content-range": `bytes ${from}-${length - 1}/${length}` };
    response.writeHead(from > 0 ? 206 : 200, headers).end(this.bytes.subarray(from));
  };
}
