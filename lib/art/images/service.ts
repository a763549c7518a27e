import { env } from "@/lib/kernel/env";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { decodeDataUrl, InvalidImage, normaliseImage, type ImageShape } from "@/lib/art/drawing/decode-image";
import { fetchImage } from "@/lib/platform/outbound/fetch-image";
import { OutboundRefused } from "@/lib/platform/outbound/limited-fetch";
import { deleteImage, findImage, insertImage } from "./queries";

/** An image in a request: an address to fetch, a data URL or base64 text, or its bytes. */
export type ImageSource = { remote_upload_url: string } | string | Buffer;

function readSourceBytes(source: ImageSource): Buffer | Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source;
  if (typeof source === "string") return decodeDataUrl(source);
  return fetchImage(source.remote_upload_url, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
}

/** Reads, checks and re-encodes an image. Throws 422 on `field` when it cannot be fetched or is not an image. */
export async function readImage(
  source: ImageSource,
  field: string,
  shape: ImageShape = "picture",
): Promise<Buffer> {
  try {
    return await normaliseImage(await readSourceBytes(source), undefined, shape);
  } catch (error) {
    if (!(error instanceof InvalidImage || error instanceof OutboundRefused)) throw error;
    throw invalidField(field, "invalid_image", error.message);
  }
}

/** Stores a PNG from `readImage` or from our own drawing. Returns its id. */
export const saveImage = insertImage;

/** Deletes an image that only one record uses. A record that still names it shows no image from then on. */
export async function removeImage(id: string): Promise<void> {
  await deleteImage(id);
}

/** Returns the bytes of a stored image. Throws 404 when there is none. */
export async function getImageBytes(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = isUuid(id) ? await findImage(id) : null;
  if (!image) throw notFound();
  return image.bytes;
}
