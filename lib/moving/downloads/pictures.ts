import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { toUuid } from "@/lib/moving/records/ids";
import { mapAtOnce, type Download } from "./lists";
import type { Skipped } from "./schema";

/** A picture as the other service names it. */
export type Picture = { id: string | null; url: string };

/** The pictures of a download: those that records show, and those that could be read. */
export type Pictures = {
  /** Returns the id that a picture gets here. Its bytes are read later. */
  add: (picture: Picture | null) => string | null;
  /** Reads the pictures that are not in the folder yet. */
  read: () => Promise<Skipped[]>;
  has: (id: string | null) => boolean;
  ids: () => string[];
  /** Returns the bytes as PNG. */
  load: (id: string) => Promise<Buffer>;
};

const fileName = (id: string): string => `${id}.png`;

/** Reads an image, checks it like an upload, and stores it. Returns why it could not be taken. */
async function readPicture({ client, folder }: Download, id: string, url: string): Promise<string | null> {
  const bytes = await client.getImage(url);
  if (typeof bytes === "string") return bytes;
  try {
    const path = join(folder, fileName(id));
    await writeFile(`${path}.unfinished`, await normaliseImage(bytes), { mode: 0o600 });
    await rename(`${path}.unfinished`, path);
    return null;
  } catch (error) {
    if (error instanceof InvalidImage) return error.message;
    throw error;
  }
}

/** Collects the pictures that records show. */
export function createPictures(download: Download): Pictures {
  const wanted = new Map<string, string>();
  const present = new Set<string>();
  return {
    add: (picture) => {
      if (picture === null) return null;
      const id = toUuid("image", picture.id ?? picture.url);
      wanted.set(id, picture.url);
      return id;
    },
    read: async () => {
      for (const name of await readdir(download.folder)) present.add(name);
      const open = [...wanted].filter(([id]) => !present.has(fileName(id)));
      let count = 0;
      const results = await mapAtOnce(open, async ([id, url]): Promise<Skipped[]> => {
        const reason = await readPicture(download, id, url);
        count += 1;
        if (count % 100 === 0) download.report(`images: ${count} of ${open.length} read`);
        if (reason !== null) return [{ kind: "image", id, reason }];
        present.add(fileName(id));
        return [];
      });
      return results.flat();
    },
    has: (id) => id !== null && present.has(fileName(id)),
    ids: () => [...wanted.keys()].filter((id) => present.has(fileName(id))).toSorted(),
    load: (id) => readFile(join(download.folder, fileName(id))),
  };
}
