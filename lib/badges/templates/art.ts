import { isDeepStrictEqual } from "node:util";
import { renderDesignedArt, renderGeneratedArt } from "@/lib/art/design/service";
import { readImage } from "@/lib/art/images/service";
import type { Author } from "@/lib/access/callers/caller";
import { invalidField } from "@/lib/kernel/errors";
import type { BadgeTemplateChange } from "./schema";
import { templateDesign, type TemplateRow } from "./serializer";

/** A picture for a template and its origin: a design, our own drawing of the name, or (neither) an upload. */
export type TemplateArt = { png: Buffer; design: ReturnType<typeof templateDesign>; imageGenerated: boolean };

/** The fields of a template that determine its picture. */
type ArtInputs = Pick<TemplateRow, "id" | "name" | "imageGenerated" | "design">;

/** Whether two versions of a template have the same picture. */
export const hasSameArt = (one: ArtInputs, other: ArtInputs): boolean =>
  one.name === other.name &&
  one.imageGenerated === other.imageGenerated &&
  isDeepStrictEqual(one.design, other.design);

/** Draws a picture for a template without a design. */
async function renderArtFromName(caller: Author, name: string, id: string): Promise<TemplateArt> {
  return { png: await renderGeneratedArt(caller, name, id), design: null, imageGenerated: true };
}

/**
 * Creates the picture of a new template: the uploaded one, or one drawn from the design or the name. Throws 422 when
 * both an upload and a design are given.
 */
export async function createTemplateArt(
  caller: Author,
  body: Pick<BadgeTemplateChange, "image" | "design">,
  { id, name }: { id: string; name: string },
): Promise<TemplateArt> {
  if (body.image && body.design) {
    throw invalidField("design", "conflict", "cannot be given together with an image");
  }
  if (body.image) return { png: await readImage(body.image, "image"), design: null, imageGenerated: false };
  const { design } = body;
  if (!design) return renderArtFromName(caller, name, id);
  return { png: await renderDesignedArt(caller, design, name), design, imageGenerated: false };
}

/**
 * Creates the new picture after a change of a template. Null when the picture stays. A drawing from a design or the
 * name is repeated for a new name. `design: null` removes a design. An uploaded picture stays.
 */
export async function updateTemplateArt(
  caller: Author,
  body: BadgeTemplateChange,
  before: ArtInputs,
): Promise<TemplateArt | null> {
  const { id } = before;
  const after = { id, name: body.name ?? before.name };
  if (body.image) return createTemplateArt(caller, body, after);
  const design = body.design === undefined ? templateDesign(before) : body.design;
  const isDrawn = before.imageGenerated || before.design !== null;
  if (!design && !isDrawn) return null;
  const imageGenerated = design === null;
  return hasSameArt(before, { ...after, design, imageGenerated })
    ? null
    : createTemplateArt(caller, { design }, after);
}
