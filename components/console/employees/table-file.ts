/** In bytes: 8 MB, because the whole request may have 10 MiB. */
const MAX_FILE_BYTES = 8_000_000;

/**
 * Reads a text file as UTF-8, or as Windows-1252 (written by older Western spreadsheets). Throws an error whose message
 * can be shown.
 */
export async function readTableFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES)
    throw new Error("This file is larger than 8 MB. Split it into smaller files.");
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
