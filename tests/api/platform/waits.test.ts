import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderBadgeArt } from "@/lib/art/drawing/badge-art";
import { normaliseImage } from "@/lib/art/drawing/decode-image";
import { drawSvg } from "@/lib/art/drawing/draw-svg";
import { sharp } from "@/lib/art/drawing/raster";
import { satori } from "@/lib/art/drawing/vector";
import { signInThread, verifyInThread } from "@/lib/credentials/proofs/threads";
import { createFileTransport, createSmtpTransport } from "@/lib/delivery/mail/transport";
import { hashPassword, isPassword } from "@/lib/identity/users/passwords";
import { clock } from "@/lib/kernel/clock";
import { db, isInTransaction, transaction } from "@/lib/kernel/db";
import { runOutsideTransaction, withoutWaits } from "@/lib/kernel/waits";
import { consumePoint } from "@/lib/platform/limits/rate-limit";
import { fetchImage } from "@/lib/platform/outbound/fetch-image";
import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";
import { sendOutbound } from "@/lib/platform/outbound/send";
import { sql } from "../../support/platform/database";

const MAIL = {} as Parameters<ReturnType<typeof createSmtpTransport>["send"]>[0];
const KEY = {} as Parameters<typeof signInThread>[1];
const ART = { name: "Tides", issuerName: "Harbor", color: "#1f5f5b", seed: "1" };
const DRAWING = { pixels: 1_000, side: 10, ms: 1_000 };

/** Everything that takes long without the database, with what the error calls it. */
const WAITS: [what: string, work: () => Promise<unknown>][] = [
  ["Hashing a password", () => hashPassword("correct horse")],
  ["Hashing a password", () => isPassword("correct horse", null)],
  [
    "Sending a request",
    () =>
      sendOutbound({
        url: "https://example.org",
        method: "GET",
        timeoutMs: 10,
        maxResponseBytes: 1,
        allowInsecure: true,
      }),
  ],
  ["Sending a request", () => fetchImage("https://example.org/image.png", { allowInsecure: true })],
  ["Resolving a name", () => resolveTxt("example.org")],
  ["Sending a mail", () => createSmtpTransport("smtp://localhost:1", "a@example.org", "h").send(MAIL)],
  [
    "Sending a mail",
    async () => createFileTransport(await mkdtemp(join(tmpdir(), "mail-")), "a@example.org", "h").send(MAIL),
  ],
  ["Decoding an image", () => normaliseImage(Buffer.from("image"))],
  ["Drawing", () => renderBadgeArt(ART)],
  ["Drawing", () => drawSvg(Buffer.from("<svg/>"), DRAWING)],
  ["Drawing", async () => sharp(Buffer.from("image"))],
  ["Drawing", () => satori("text", { width: 10, height: 10, fonts: [] })],
  ["Signing or verifying a document", () => signInThread({}, KEY, "2026-01-01T00:00:00Z")],
  ["Signing or verifying a document", () => verifyInThread({}, {}, {})],
  ["Counting a limit", () => consumePoint({ name: "test", points: 1, seconds: 1 }, "key")],
  ["Waiting", () => clock.wait(0)],
];

describe("what takes long without the database", () => {
  it.each(WAITS)("throws in a transaction: %s", async (what, work) => {
    await expect(transaction(work)).rejects.toThrow(`${what} must not run in a transaction`);
  });

  it.each(WAITS)("throws in the part of a request that makes the change: %s", async (what, work) => {
    await expect(withoutWaits(work)).rejects.toThrow(`${what} must not run in a transaction`);
  });

  it("runs before and after a transaction, and beside one", async () => {
    const stored = await hashPassword("correct horse");
    await transaction(async () => {
      expect(await runOutsideTransaction(() => isPassword("correct horse", stored))).toBe(true);
    });
    expect((await renderBadgeArt(ART)).length).toBeGreaterThan(0);
  });

  it("has no part in the transaction around it: what it stored stays", async () => {
    await sql("CREATE TABLE IF NOT EXISTS kept (id int)");
    const failing = transaction(async () => {
      await runOutsideTransaction(async () => {
        expect(isInTransaction()).toBe(false);
        await db().$executeRaw`INSERT INTO kept VALUES (1)`;
      });
      await db().$executeRaw`INSERT INTO kept VALUES (2)`;
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await sql("SELECT id FROM kept")).toEqual([{ id: 1 }]);
    await sql("DROP TABLE kept");
  });
});
