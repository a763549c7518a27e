import { isDeepStrictEqual } from "node:util";
import { listChanges } from "@/lib/access/audit/changes";
import type { FieldChange } from "@/lib/access/audit/schema";
import { presentTemplate, type TemplateRow } from "./serializer";

/** Whether anything changed. A client that writes all templates every night causes no events for unchanged ones. */
export const isChanged = (before: TemplateRow, after: TemplateRow): boolean =>
  !isDeepStrictEqual(before, { ...after, updatedAt: before.updatedAt });

/** Fields that follow from others, or are times. */
const DERIVED = [
  "image",
  "visibility",
  "default_expires_at_date",
  "allow_delete",
  "allow_archive",
  "state_updated_at",
  "updated_at",
];

/** Lists what an update of a template changed, for the audit log. */
export const listTemplateChanges = (before: TemplateRow, after: TemplateRow): FieldChange[] =>
  listChanges(presentTemplate(before), presentTemplate(after), { ignored: DERIVED });
