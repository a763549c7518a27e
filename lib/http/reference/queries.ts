import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDocument } from "./document";

const FILE = join(process.cwd(), "public", "openapi.json");

let document: Promise<ApiDocument> | undefined;

/** The OpenAPI document of this service, read once: it is a part of what was built. */
export function readDocument(): Promise<ApiDocument> {
  document ??= readFile(FILE, "utf8").then((text) => JSON.parse(text) as ApiDocument);
  // A file that could not be read may be there the next time.
  document.catch(() => (document = undefined));
  return document;
}
