import { readBodyBytes } from "@/lib/http/endpoints/body";
import { readRequestContext } from "@/lib/http/endpoints/incoming";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { withRequestContext } from "@/lib/kernel/request-context";

/** More bodies of 1 MiB than the memory for large bodies takes, and than may wait for it (decision 0092). */
const BODIES = 290;
const PIECE = new Uint8Array(65_536);
const PIECES = 16;

function createRequest(): IncomingRequest {
  async function* body() {
    for (let sent = 0; sent < PIECES; sent += 1) yield await Promise.resolve(PIECE);
  }
  const headers = new Headers({ "content-length": String(PIECES * PIECE.length) });
  return { method: "POST", url: "http://localhost/", headers, body: body() };
}

/** Runs `work` while the memory for large bodies is in use: the next one is refused at once. */
export async function withFullBodyMemory(work: () => Promise<void>): Promise<void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const holders = Array.from({ length: BODIES }, () => {
    const request = createRequest();
    return withRequestContext(readRequestContext(request), async () => {
      await readBodyBytes(request);
      await ended;
    });
  });
  const settled = Promise.allSettled(holders);
  try {
    // The first one to settle is one that was refused.
    await Promise.race(holders).catch(() => undefined);
    await work();
  } finally {
    end();
    await settled;
  }
}
