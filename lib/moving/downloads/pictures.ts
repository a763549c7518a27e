import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { toUuid } from "@/lib/moving/records/ids";
import type { Download } from "./lists";
import { mapAtOnce } from "./map-at-once";
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

/** Of a source without pictures of people. */
export const NO_PICTURES: Pictures = {
  add: () => null,
  read: () => Promise.resolve([]),
  has: () => false,
  ids: () => [],
  load: () => Promise.reject(new Error("There are no pictures of people.")),
};

const fileName = (id: string): string => `${id}.png`;
/** The file that says why a picture could not be taken, so that a later turn does not ask for it again. */
const failedName = (id: string): string => `${id}.failed`;

const readFailure = async ({ folder }: Download, id: string): Promise<Skipped> => ({
  kind: "image",
  id,
  reason: await readFile(join(folder, failedName(id)), "utf8"),
});

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
      const { limits } = download;
      const allowed = [...wanted].slice(0, limits?.maxPictures ?? wanted.size);
      const isOpen = ([id]: [string, string]) => !present.has(fileName(id)) && !present.has(failedName(id));
      const failed = await Promise.all(
        allowed.filter(([id]) => present.has(failedName(id))).map(([id]) => readFailure(download, id)),
      );
      const open = allowed.filter(isOpen);
      let count = 0;
      const results = await mapAtOnce(open, async ([id, url]): Promise<Skipped[]> => {
        const reason = await readPicture(download, id, url);
        count += 1;
        if (count % 100 === 0) download.report(`images: ${count} of ${open.length} read`);
        if (reason === null) present.add(fileName(id));
        else if (limits) await writeFile(join(download.folder, failedName(id)), reason, { mode: 0o600 });
        await limits?.afterPicture();
        return reason === null ? [] : [{ kind: "image", id, reason }];
      });
      const rest = wanted.size - allowed.length;
      const skipped = [...failed, ...results.flat()];
      return rest === 0
        ? skipped
        : [...skipped, { kind: "image", id: "", reason: `${rest} pictures are too many` }];
    },
    has: (id) => id !== null && present.has(fileName(id)),
    ids: () => [...wanted.keys()].filter((id) => present.has(fileName(id))).toSorted(),
    load: (id) => readFile(join(download.folder, fileName(id))),
  };
}
