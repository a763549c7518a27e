import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { digest } from "@/lib/kernel/secrets";

/** Stores a PNG and returns its id. */
export async function insertImage(bytes: Buffer): Promise<string> {
  const id = newId();
  const data = { id, bytes: new Uint8Array(bytes), sha256: digest(bytes) };
  await db().image.create({ data, select: { id: true } });
  return id;
}

export const deleteImage = (id: string) => db().image.deleteMany({ where: { id } });

export const findImage = (id: string) => db().image.findUnique({ where: { id }, select: { bytes: true } });
