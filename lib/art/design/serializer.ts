import type { BadgeArtPreview } from "./schema";

export type PreviewRow = { png: Buffer; warnings: BadgeArtPreview["warnings"] };

/** The picture as a data URL: it is stored nowhere, so that it has no address. */
export const presentPreview = ({ png, warnings }: PreviewRow): BadgeArtPreview => ({
  image: `data:image/png;base64,${png.toString("base64")}`,
  warnings,
});
