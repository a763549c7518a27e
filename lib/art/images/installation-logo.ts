import { readFile } from "node:fs/promises";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { normaliseImage } from "@/lib/art/drawing/decode-image";

let logo: Promise<Buffer | null> | undefined;

async function readLogo(): Promise<Buffer | null> {
  const { INSTALLATION_LOGO: file } = env();
  if (file === undefined) return null;
  try {
    return await normaliseImage(await readFile(file));
  } catch (error) {
    log.warn({ err: error }, "INSTALLATION_LOGO could not be read as an image");
    return null;
  }
}

/** Returns the logo of the installation as PNG, read once per process. Null without a readable one. */
export const getInstallationLogo = (): Promise<Buffer | null> => (logo ??= readLogo());
