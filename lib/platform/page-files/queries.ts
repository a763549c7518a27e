import { db } from "@/lib/kernel/db";

/** Finds a file of the pages of any stored build. Its name contains a digest, so all builds have the same content. */
export async function findPageFile(path: string): Promise<Uint8Array | null> {
  const file = await db().pageFile.findFirst({ where: { path }, select: { content: true } });
  return file?.content ?? null;
}
