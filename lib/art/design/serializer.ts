import type { BadgeArtPreview } from "./schema";

export type PreviewRow = { png: Buffer; warnings: BadgeArtPreview["warnings"] };

/** Presents the picture as a data URL. It is not stored, so it has no address of its own. */
export const presentPreview = ({ png, warnings }: PreviewRow): BadgeArtPreview => ({
  image: `data:image/png;base64,${png.toString("base64")}`,
  warnings,
});
