import type { Author, Caller } from "@/lib/access/callers/caller";
import { renderBadgeArt, renderDesign } from "@/lib/art/drawing/badge-art";
import type { Design } from "@/lib/art/drawing/design";
import { findOrganizationLook } from "./queries";
import type { BadgeArtPreviewInput } from "./schema";
import type { PreviewRow } from "./serializer";
import { warningsOf } from "./warnings";

const DEFAULT_COLOR = "#1f4e79";

/** Draws the art of a badge without a design, from its name and the organization's colour. Returns a PNG. */
export async function generatedArt({ organizationId }: Author, name: string, seed: string): Promise<Buffer> {
  const look = await findOrganizationLook(organizationId);
  return renderBadgeArt({ name, issuerName: look.name, color: look.primaryHexColor ?? DEFAULT_COLOR, seed });
}

/** Draws the art of a badge from its design. Returns a PNG. */
export async function designedArt({ organizationId }: Author, design: Design, name: string): Promise<Buffer> {
  const look = await findOrganizationLook(organizationId);
  return (await renderDesign(design, { name, issuerName: look.name })).png;
}

/** Draws a preview of a design and lists its problems. Nothing is stored. */
export async function previewArt(
  caller: Caller,
  { name, design }: BadgeArtPreviewInput,
): Promise<PreviewRow> {
  const look = await findOrganizationLook(caller.organizationId);
  const { png, losses } = await renderDesign(design, { name: name ?? "", issuerName: look.name });
  return { png, warnings: warningsOf(design, losses) };
}
