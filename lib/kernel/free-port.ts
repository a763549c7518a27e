import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Outside of the ports that systems give to outgoing connections (32768 and above on Linux, 49152 elsewhere): one of
// those may be taken between this search and the start of the server, or while it restarts.
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];
const MAX_ATTEMPTS = 50;

/** Listens on a port for a moment; rejects with the error of the system when that is not possible. */
export const probePort = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, () => server.close(() => resolve()));
  });

/** Finds a TCP port that is free on all addresses of this machine. Throws when there seems to be none. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const isFree = await probePort(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error(`No TCP port is free (tried ${MAX_ATTEMPTS} between ${FIRST_PORT} and ${LAST_PORT}).`);
}
