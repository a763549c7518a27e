import { isDeepStrictEqual } from "node:util";
import { designedArt, generatedArt } from "@/lib/art/design/service";
import { readImage } from "@/lib/art/images/service";
import type { Author } from "@/lib/access/callers/caller";
import { invalidField } from "@/lib/kernel/errors";
import type { BadgeTemplateChange } from "./schema";
import { designOf, type TemplateRow } from "./serializer";

/** A picture for a template, and where it comes from: a design, our own drawing of the name, or (neither) an upload. */
export type Art = { png: Buffer; design: ReturnType<typeof designOf>; imageGenerated: boolean };

/** What of a template decides about its picture. */
type Look = Pick<TemplateRow, "id" | "name" | "imageGenerated" | "design">;

/** Whether two states of a template ask for the same picture. */
export const isSameLook = (one: Look, other: Look): boolean =>
  one.name === other.name &&
  one.imageGenerated === other.imageGenerated &&
  isDeepStrictEqual(one.design, other.design);

/** Our own drawing of what nobody designed. */
async function ownArt(caller: Author, name: string, id: string): Promise<Art> {
  return { png: await generatedArt(caller, name, id), design: null, imageGenerated: true };
}

/** The picture of a new template: uploaded, designed, or of its name. 422 when it is to be both of the former. */
export async function artOfNew(
  caller: Author,
  body: Pick<BadgeTemplateChange, "image" | "design">,
  { id, name }: { id: string; name: string },
): Promise<Art> {
  if (body.image && body.design) {
    throw invalidField("design", "conflict", "is not given together with an image");
  }
  if (body.image) return { png: await readImage(body.image, "image"), design: null, imageGenerated: false };
  const { design } = body;
  if (!design) return ownArt(caller, name, id);
  return { png: await designedArt(caller, design, name), design, imageGenerated: false };
}

/**
 * The picture that a change of a template asks for; null when it keeps its own. A design, and a drawing of the name,
 * follow a new name. `design: null` takes a design away, and leaves an uploaded picture where it is.
 */
export async function artOfChanged(
  caller: Author,
  body: BadgeTemplateChange,
  before: Look,
): Promise<Art | null> {
  const { id } = before;
  const after = { id, name: body.name ?? before.name };
  if (body.image) return artOfNew(caller, body, after);
  const design = body.design === undefined ? designOf(before) : body.design;
  const isDrawn = before.imageGenerated || before.design !== null;
  if (!design && !isDrawn) return null;
  const imageGenerated = design === null;
  return isSameLook(before, { ...after, design, imageGenerated })
    ? null
    : artOfNew(caller, { design }, after);
}
