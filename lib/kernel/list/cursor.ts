import { z } from "zod";
import { badRequest } from "../errors";
import { isPurposeToken, createPurposeToken } from "../secrets";

/**
 * A position in a cursor scan: after the row created at this moment with this id. `beganAt` is when the scan began.
 */
export type Cursor = { at: Date; id: string; beganAt: Date };

const PURPOSE = "list-cursor";

/** One batch of a cursor scan. `next` is null at the end. */
export type CursorBatch<Row> = { rows: Row[]; next: Cursor | null };

/** Encodes a cursor for a URL. It is opaque to clients, and signed so that a damaged one is recognized. */
export function encodeCursor(cursor: Cursor): string {
  const text = Buffer.from(`${cursor.at.getTime()}.${cursor.id}.${cursor.beganAt.getTime()}`).toString(
    "base64url",
  );
  return `${text}.${createPurposeToken(PURPOSE, text)}`;
}

const invalidCursor = () => badRequest("invalid_cursor", "The cursor is not valid. Start again without it.");

/** Decodes a cursor from `encodeCursor`. Null for none; throws 400 for anything else. */
export function parseCursor(given: string | null): Cursor | null {
  if (!given) return null;
  const [, text = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/.exec(given) ?? [];
  if (!isPurposeToken(signature, PURPOSE, text)) throw invalidCursor();
  const [at, id = "", beganAt] = Buffer.from(text, "base64url").toString("utf8").split(".");
  return { at: new Date(Number(at)), id, beganAt: new Date(Number(beganAt)) };
}

/** The `metadata` of a cursor scan, which has no pages (the bulk formats of the specification). */
export const CursorMetadata = z
  .strictObject({ next_page_url: z.string().nullable() })
  .meta({ id: "WalkMetadata" });
export type CursorMetadata = z.infer<typeof CursorMetadata>;

/** Builds the `metadata` of a cursor scan. `url` is the public URL of the request, whose other parameters are kept. */
export function cursorMetadata({ next }: CursorBatch<unknown>, url: URL): CursorMetadata {
  if (next === null) return { next_page_url: null };
  const target = new URL(url);
  target.searchParams.set("cursor", encodeCursor(next));
  return { next_page_url: target.href };
}
