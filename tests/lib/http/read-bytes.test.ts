import { expect, it } from "vitest";
import { readBodyBytes } from "@/lib/http/endpoints/body";
import { readRequestContext } from "@/lib/http/endpoints/incoming";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { withRequestContext } from "@/lib/kernel/request-context";

const MEBIBYTE = 1_048_576;

type Sender = { request: IncomingRequest; sent: () => number };

/** A request whose body consists of `pieces`. `sent` counts the pieces that were requested. */
function createSender(pieces: Iterable<Uint8Array>, length?: number): Sender {
  let sent = 0;
  async function* body() {
    for (const piece of pieces) {
      sent += 1;
      yield await Promise.resolve(piece);
    }
  }
  const headers = new Headers(length === undefined ? {} : { "content-length": String(length) });
  return { request: { method: "POST", url: "http://localhost/", headers, body: body() }, sent: () => sent };
}

const pieces = (count: number, size: number) =>
  Array.from({ length: count }, (_one, index) => new Uint8Array(size).fill(index));

it.each([
  [undefined, 3, 5],
  [15, 3, 5],
  [undefined, 20, 50_000],
  [1_000_000, 20, 50_000],
  [undefined, 100_000, 1],
])("joins the pieces of a body of declared size %j (%i of %i bytes)", async (length, count, size) => {
  const all = pieces(count, size);
  const read = await readBodyBytes(createSender(all, length).request);
  expect(read.equals(Buffer.concat(all))).toBe(true);
});

it("413: a body that declares too much is not read at all, any other only as far as the limit", async () => {
  const declared = createSender(pieces(20, 100), 2_000);
  await expect(readBodyBytes(declared.request, 1_000)).rejects.toMatchObject({ status: 413 });
  expect(declared.sent()).toBe(0);
  const undeclared = createSender(pieces(20, 100));
  await expect(readBodyBytes(undeclared.request, 1_000)).rejects.toMatchObject({ status: 413 });
  expect(undeclared.sent()).toBe(11);
});

it("large bodies wait while those of current requests use the memory, and all are served; small ones do not wait", async () => {
  const waits: (() => void)[] = [];
  const handle = (sender: Sender) => {
    const context = readRequestContext(sender.request);
    return withRequestContext(context, async () => {
      const bytes = await readBodyBytes(sender.request, MEBIBYTE);
      await new Promise<void>((resolve) => waits.push(resolve));
      return bytes.length;
    });
  };
  const senders = Array.from({ length: 60 }, () => createSender(pieces(16, 65_536), MEBIBYTE));
  const handled = senders.map(handle);
  const sent = () => senders.reduce((sum, sender) => sum + sender.sent(), 0);
  expect((await readBodyBytes(createSender(pieces(1, 65_536)).request)).length).toBe(65_536);
  // 24 are complete, and 16 MiB of the others, besides the first piece of each and the next one, which waits.
  await expect.poll(() => [waits.length, sent()]).toEqual([24, 24 * 16 + 256 + 2 * 36]);
  for (let ended = 0; ended < senders.length; ended += 1) {
    await expect.poll(() => waits.length).toBeGreaterThan(ended);
    waits[ended]?.();
  }
  expect(new Set(await Promise.all(handled))).toEqual(new Set([MEBIBYTE]));
});

it("a body that breaks off returns its share", async () => {
  function* breakingOff() {
    yield* pieces(2, 65_536);
    throw new Error("aborted");
  }
  for (let count = 0; count < 40; count += 1) {
    await expect(readBodyBytes(createSender(breakingOff(), MEBIBYTE).request)).rejects.toThrow(
      "closed the connection",
    );
  }
});
