import { decodeSegment } from "@/lib/kernel/path-segment";

/**
 * One file of the export. `address` is the path and query that it is read from; null for a mark, an empty file. `expects`
 * is the status of the response with content. A response with 404 or 410 removes the file.
 */
export type ExportFile = { address: string | null; file: string; expects: 200 | 404 | 410 };

/** One record cannot be exported. The others can. */
export class ExportFailure extends Error {}

/** The product did not answer, or has an error of its own, so probably no other record can be exported either. */
export class UnavailableFailure extends ExportFailure {}

const MAX_NAME_BYTES = 255;

/**
 * Whether this may be the name of a file or folder. Names that begin with a dot are ours, and web servers hide them.
 * Backslashes and colons separate parts of paths on some systems.
 */
const isSafeName = (name: string): boolean =>
  name !== "" &&
  !name.startsWith(".") &&
  !/[/\\:\p{Cc}]/u.test(name) &&
  Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Whether a path with slashes leads to a file inside the folder of the export. */
export const isSafePath = (path: string): boolean => path.split("/").every(isSafeName);

/**
 * Returns the file of a path of the product, as web servers look it up: with its percent-encoding decoded. Throws for a
 * path that could lead out of the folder.
 */
export function toFilePath(path: string): string {
  const names = path.replace(/^\//, "").split("/").map(decodeSegment);
  if (!names.every(isSafeName)) throw new ExportFailure(`${path} cannot be the name of a file.`);
  return names.join("/");
}

type Expected = { expects?: ExportFile["expects"] };

/** The name of the file for a query, or `index`: web servers find it by their list of index files. */
const nameOf = (query: string): string => (query === "" ? "index" : query);

const inFolder =
  (extension: string) =>
  (path: string, { query = "", expects = 200 }: Expected & { query?: string } = {}): ExportFile => ({
    address: query === "" ? path : `${path}?${query}`,
    file: `${toFilePath(path)}/${toFilePath(nameOf(query))}.${extension}`,
    expects,
  });

/** A page. It is a folder, because other addresses begin with its address. */
export const page = inFolder("html");

/** A document in JSON whose address has no extension. */
export const jsonDocument = inFolder("json");

/** A picture whose address has no extension. */
export const picture = inFolder("png");

/** A file whose address has an extension. */
export const file = (path: string, { expects = 200 }: Expected = {}): ExportFile => ({
  address: path,
  file: toFilePath(path),
  expects,
});

/** An empty file in the folder of an address: web servers that look for it respond with 410. */
export const goneMark = (path: string): ExportFile => ({
  address: null,
  file: `${toFilePath(path)}/gone`,
  expects: 200,
});
