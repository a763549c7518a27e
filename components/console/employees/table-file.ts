/** 8 MB: the request takes 10 MiB in all. */
const LARGEST = 8_000_000;

/**
 * The text of a table that somebody saved: UTF-8, or what older spreadsheets write in the West (Windows-1252). Throws
 * an error that can be shown.
 */
export async function readTableFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error("This file is too large. Divide it into several.");
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
