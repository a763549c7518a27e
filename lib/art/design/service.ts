import type { Author, Caller } from "@/lib/access/callers/caller";
import { renderBadgeArt, renderDesign } from "@/lib/art/drawing/badge-art";
import type { Design } from "@/lib/art/drawing/design";
import { LIGHT } from "@/lib/kernel/palette";
import { getOrganizationBranding } from "./queries";
import type { BadgeArtPreviewInput } from "./schema";
import type { PreviewRow } from "./serializer";
import { buildDesignWarnings } from "./warnings";

/** Draws the art of a badge without a design, from its name and the organization's colour. Returns a PNG. */
export async function renderGeneratedArt(
  { organizationId }: Author,
  name: string,
  seed: string,
): Promise<Buffer> {
  const branding = await getOrganizationBranding(organizationId);
  return renderBadgeArt({
    name,
    issuerName: branding.name,
    color: branding.primaryHexColor ?? LIGHT.accent,
    seed,
  });
}

/** Draws the art of a badge from its design. Returns a PNG. */
export async function renderDesignedArt(
  { organizationId }: Author,
  design: Design,
  name: string,
): Promise<Buffer> {
  const branding = await getOrganizationBranding(organizationId);
  return (await renderDesign(design, { name, issuerName: branding.name })).png;
}

/** Draws a preview of a design and lists its problems. Nothing is stored. */
export async function previewArt(
  caller: Caller,
  { name, design }: BadgeArtPreviewInput,
): Promise<PreviewRow> {
  const branding = await getOrganizationBranding(caller.organizationId);
  const { png, losses } = await renderDesign(design, { name: name ?? "", issuerName: branding.name });
  return { png, warnings: buildDesignWarnings(design, losses) };
}
