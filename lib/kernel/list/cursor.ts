import { z } from "zod";
import { badRequest } from "../errors";
import { isPurposeToken, purposeToken } from "../secrets";

/** Where a walk stands: behind the row made at this moment with this id; `beganAt` is when the walk began. */
export type Cursor = { at: Date; id: string; beganAt: Date };

const PURPOSE = "list-cursor";

/** Rows of a walk up to here; `next` is null at its end. */
export type Stretch<Row> = { rows: Row[]; next: Cursor | null };

/** The text of a cursor for an address: opaque to clients, and signed, so that a mangled one is recognised. */
export function encodeCursor({ at, id, beganAt }: Cursor): string {
  const text = Buffer.from(`${at.getTime()}.${id}.${beganAt.getTime()}`).toString("base64url");
  return `${text}.${purposeToken(PURPOSE, text)}`;
}

const foreignCursor = () =>
  badRequest("invalid_cursor", "The cursor is not one that this service gave; begin again without it.");

/** Reads what `encodeCursor` wrote; null for none, and 400 for anything else. */
export function parseCursor(given: string | null): Cursor | null {
  if (!given) return null;
  const [, text = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/.exec(given) ?? [];
  if (!isPurposeToken(signature, PURPOSE, text)) throw foreignCursor();
  const [at, id = "", beganAt] = Buffer.from(text, "base64url").toString("utf8").split(".");
  return { at: new Date(Number(at)), id, beganAt: new Date(Number(beganAt)) };
}

/** The `metadata` of a walk, which has no pages (the bulk formats of the specification). */
export const WalkMetadata = z
  .strictObject({ next_page_url: z.string().nullable() })
  .meta({ id: "WalkMetadata" });
export type WalkMetadata = z.infer<typeof WalkMetadata>;

/** `url` is the public address of the request, whose other parameters carry on. */
export function walkMetadata({ next }: Stretch<unknown>, url: URL): WalkMetadata {
  if (next === null) return { next_page_url: null };
  const target = new URL(url);
  target.searchParams.set("cursor", encodeCursor(next));
  return { next_page_url: target.href };
}
