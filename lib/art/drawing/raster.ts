import openSharp, { type Sharp, type SharpOptions } from "sharp";
import { requireNoTransaction } from "@/lib/kernel/waits";

export type { OverlayOptions } from "sharp";

/**
 * Opens a picture to decode, change or draw it. Only this file loads the library: what it does takes up to seconds, so it
 * throws inside a transaction.
 */
export function sharp(input: Uint8Array, options?: SharpOptions): Sharp {
  requireNoTransaction("Drawing");
  return openSharp(input, options);
}
