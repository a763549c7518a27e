import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderBadgeArt } from "@/lib/art/drawing/badge-art";
import { LIGHT } from "@/lib/kernel/palette";
import type { Contents } from "./contents";
import type { Download } from "./lists";
import type { Pictures } from "./pictures";

const render = (name: string, id: string, issuerName: string): Promise<Buffer> =>
  renderBadgeArt({ name, issuerName, color: LIGHT.accent, seed: id });

/** Draws a picture for a template whose own could not be read: a template always has one. */
export async function drawPicture(name: string, id: string, issuerName: string): Promise<string> {
  return (await render(name, id, issuerName)).toString("base64");
}

const filePath = ({ folder }: Download, id: string): string => join(folder, `drawn-${id}.png`);

/** Reads a picture that was drawn for a template; null if there is none. */
export const loadDrawing = (download: Download, id: string): Promise<Buffer | null> =>
  readFile(filePath(download, id)).catch(() => null);

/** Draws the pictures that templates need into the folder of a limited download, so that a later turn continues. */
export async function drawMissing(
  download: Download,
  { templates }: Contents,
  pictures: Pictures,
  issuerName: string,
): Promise<void> {
  if (!download.limits) return;
  let count = 0;
  for (const [id, { wire, imageId }] of templates) {
    if (pictures.has(imageId) || (await loadDrawing(download, id))) continue;
    const path = filePath(download, id);
    await writeFile(`${path}.unfinished`, await render(wire.name, id, issuerName), { mode: 0o600 });
    await rename(`${path}.unfinished`, path);
    count += 1;
    await download.limits.afterDrawing(count);
  }
}
