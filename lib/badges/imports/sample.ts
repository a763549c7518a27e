import { requireUsableTemplate } from "@/lib/badges/issued/issue";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { ApiError, notFound } from "@/lib/kernel/errors";
import { FIELD_LABELS, type ImportFieldName } from "./choices";

const PEOPLE = [
  ["ada@example.org", "Ada", "Okafor"],
  ["zoe@example.org", "Zoë", "Öztürk"],
];

const COLUMNS: ImportFieldName[] = [
  "recipient_email",
  "issued_to_first_name",
  "issued_to_last_name",
  "issued_at",
];

const oneYearLater = (day: Date): Date => {
  const later = new Date(day);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
};

/** Returns the template. Throws 404 for one that this organization may not issue from. */
async function getSampleTemplate(caller: Caller, id: string | undefined) {
  try {
    return await requireUsableTemplate(caller, id);
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_badge_template") throw notFound();
    throw error;
  }
}

/**
 * Builds a sample file for a template: the columns that its badges need, and the expiration day when they expire by
 * default. The sample can be issued as it is. Throws 404 for an unknown template, 422 for one that is not active.
 */
export async function buildSampleFile(caller: Caller, templateId: string) {
  const template = await getSampleTemplate(caller, templateId);
  const now = clock.now();
  const hasExpiration = template.defaultExpiresAtType !== null;
  const columns: ImportFieldName[] = hasExpiration ? [...COLUMNS, "expires_at"] : COLUMNS;
  const days = hasExpiration ? [now, oneYearLater(now)] : [now];
  return {
    name: "sample",
    headings: columns.map((field) => FIELD_LABELS[field]),
    rows: PEOPLE.map((person) => [...person, ...days.map(toIsoDate)]),
  };
}
