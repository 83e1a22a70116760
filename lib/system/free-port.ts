import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/**
 * A TCP port of an address that nobody uses now.
 * @param first The first port to try; where it is taken, the next ones are. Default: whichever the system gives.
 * @throws one line when a hundred are taken.
 */
export async function freePort(address: string, first = 0): Promise<number> {
  for (let wanted = first; wanted < first + 100; wanted++) {
    const server = createServer().listen(wanted, address);
    try {
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    const { port } = server.address() as AddressInfo; // of a TCP server that listens
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(
    `No port from ${first} to ${first + 99} is free on ${address}: end a server there, or choose another with --port.`,
  );
}
