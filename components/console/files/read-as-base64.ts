import { MAX_TABLE_BYTES } from "@/lib/platform/files/choices";

/** Reads a file as base64. Throws an error whose message can be shown. */
export function readAsBase64(file: File): Promise<string> {
  if (file.size > MAX_TABLE_BYTES)
    throw new Error("This file is larger than 10 MB. Split it into smaller files.");
  if (file.size === 0) throw new Error("This file is empty.");
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = reader.result as string;
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.onerror = () =>
      reject(new Error("This file could not be read. Close it in other programs and try again."));
    reader.readAsDataURL(file);
  });
}
