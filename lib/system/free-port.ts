import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/**
 * Finds a TCP port of an address that is free now.
 * @param first The first port to try, before those that follow it. Default: the system chooses a port.
 * @throws one line when a hundred ports are taken.
 */
export async function freePort(address: string, first = 0): Promise<number> {
  for (let candidate = first; candidate < first + 100; candidate++) {
    const server = createServer().listen(candidate, address);
    try {
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(
    `No port from ${first} to ${first + 99} is free on ${address}: end a server there, or choose another with --port.`,
  );
}
