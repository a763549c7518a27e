import { toStorableText } from "@/lib/kernel/truncate-text";

export type AttemptHeaders = Record<string, string>;

/** The most UTF-8 bytes of names and values that are stored of a request or a response. */
const MAX_HEADER_BYTES = 4096;

/** Headers whose values let others act as somebody. Their names are stored, not their values. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(
  "authorization cookie proxy-authenticate proxy-authorization set-cookie www-authenticate".split(" "),
);

/** Selects the headers of an attempt to store, in their order, without secrets and up to 4 KiB. Leaves out longer ones. */
export function toStoredHeaders(headers: Readonly<Record<string, string>>): AttemptHeaders {
  let remaining = MAX_HEADER_BYTES;
  const stored: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const shown = SECRET_HEADERS.has(name) ? "[hidden]" : toStorableText(value);
    const size = Buffer.byteLength(name) + Buffer.byteLength(shown);
    if (size > remaining) continue;
    remaining -= size;
    stored.push([name, shown]);
  }
  return Object.fromEntries(stored);
}
