import { z } from "zod";
import { line, name, nullable, optional, text, webAddress } from "@/lib/kernel/fields";
import type { Prisma } from "@/prisma/generated/client";
import { ALIGNMENT_TYPES, type AlignmentType } from "./choices";

/** A standard that a template aligns with. The last three are additional keys: where the target is listed, and what it is. */
export const Alignment = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: nullable(),
  description: nullable(),
  framework: nullable(),
  code: nullable(),
  type: z.enum(ALIGNMENT_TYPES).nullable(),
});
type Alignment = z.infer<typeof Alignment>;

export const AlignmentInput = z.object({
  name: name(),
  url: optional(webAddress()),
  description: optional(text()),
  framework: optional(line()),
  code: optional(line()),
  type: optional(z.enum(ALIGNMENT_TYPES)),
});

/** An alignment as it is stored: the last three keys only if they have a value, because earlier ones lack them. */
export type StoredAlignment = {
  id: string;
  name: string;
  url: string | null;
  description: string | null;
  framework?: string;
  code?: string;
  type?: AlignmentType;
};

/** Returns the alignments column, JSON that only this domain writes. */
export const templateAlignments = (row: { alignments: Prisma.JsonValue }): StoredAlignment[] =>
  row.alignments as StoredAlignment[];

/** Builds an alignment as it is stored. */
export const buildAlignment = ({
  name: title,
  url = null,
  description = null,
  framework,
  code,
  type,
}: z.infer<typeof AlignmentInput>): Omit<StoredAlignment, "id"> => ({
  name: title,
  url,
  description,
  ...(framework ? { framework } : {}),
  ...(code ? { code } : {}),
  ...(type ? { type } : {}),
});

export const presentAlignments = (row: { alignments: Prisma.JsonValue }): Alignment[] =>
  templateAlignments(row).map(({ framework, code, type, ...rest }) => ({
    ...rest,
    framework: framework ?? null,
    code: code ?? null,
    type: type ?? null,
  }));
