import { ExportFailure, UnavailableFailure, type ExportFile } from "./files";

/** A response of the product to an anonymous visitor. */
export type PublicResponse = { status: number; location: string | null; body: Buffer };

/** Reads a path and query of the product without any credential, in the default language. */
export type ReadPublic = (address: string) => Promise<PublicResponse>;

const MAX_REDIRECTS = 5;
const ABSENT = new Set([404, 410]);

/** The path and query of a redirect to the product itself. */
function resolveRedirect(location: string, origin: string): string {
  const target = URL.canParse(location, origin) ? new URL(location, origin) : null;
  if (target?.origin !== origin) throw new ExportFailure(`redirects to ${location}`);
  return target.pathname + target.search;
}

async function readOnce(address: string, read: ReadPublic): Promise<PublicResponse> {
  try {
    return await read(address);
  } catch (error) {
    throw new UnavailableFailure(`${address} could not be read (${String(error)})`, { cause: error });
  }
}

/**
 * Reads the content of a file, null if there is none. Follows redirects: files cannot redirect, so the address of a replaced
 * badge has what its successor's has. Throws an `ExportFailure` for any other response.
 */
export async function readContent(
  { address, expects }: ExportFile,
  origin: string,
  read: ReadPublic,
): Promise<Buffer | null> {
  if (address === null) return Buffer.alloc(0);
  let next = address;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const { status, location, body } = await readOnce(next, read);
    if (status === expects) return body;
    if (ABSENT.has(status)) return null;
    if (status >= 500) throw new UnavailableFailure(`${next} responds with ${status}`);
    if (location === null || status < 300 || status > 399)
      throw new ExportFailure(`${next} responds with ${status}`);
    next = resolveRedirect(location, origin);
  }
  throw new ExportFailure(`${address} has too many redirects`);
}
