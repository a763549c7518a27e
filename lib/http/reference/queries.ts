import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDocument } from "./document";

const FILE = join(process.cwd(), "public", "openapi.json");

let document: Promise<ApiDocument> | undefined;

/** Reads the OpenAPI document of this service, once per process, because it is part of the build. */
export function readOpenApiDocument(): Promise<ApiDocument> {
  document ??= readFile(FILE, "utf8").then((text) => JSON.parse(text) as ApiDocument);
  // A file that could not be read may exist the next time.
  document.catch(() => (document = undefined));
  return document;
}
