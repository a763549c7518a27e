import { unprocessable, type FieldError } from "@/lib/kernel/errors";
import type { BadgeTemplateState } from "@/prisma/generated/client";
import type { BadgeTemplateChange } from "./schema";
import type { TemplateRow } from "./serializer";

export type ActivationFields = {
  description: string;
  globalActivityUrl: string | null;
  skills: string[];
  hasImage: boolean;
};

const REQUIRED: [string, (template: ActivationFields) => boolean][] = [
  ["description", ({ description }) => description.trim() !== ""],
  ["image", ({ hasImage }) => hasImage],
  ["global_activity_url", ({ globalActivityUrl }) => globalActivityUrl !== null],
  ["skills", ({ skills }) => skills.length > 0],
];

/** Lists the fields that an active template needs and this one does not have (decision 0009). */
export const listMissingFields = (template: ActivationFields): string[] =>
  REQUIRED.filter(([, isGiven]) => !isGiven(template)).map(([field]) => field);

const ALLOWED: Record<BadgeTemplateState, BadgeTemplateState[]> = {
  draft: ["draft", "active"],
  active: ["active", "archived"],
  archived: ["archived", "active"],
};

/**
 * Throws 422 unless the template may change from one state to the other, and is complete if the new state is active.
 */
export function requireAllowedState(
  from: BadgeTemplateState,
  to: BadgeTemplateState,
  template: ActivationFields,
): void {
  if (!ALLOWED[from].includes(to)) {
    const message = `A ${from} badge template cannot become ${to}.`;
    throw unprocessable("invalid_transition", message, [
      { field: "state", code: "invalid_transition", message },
    ]);
  }
  if (to !== "active") return;
  const missing = listMissingFields(template);
  if (missing.length === 0) return;
  const errors = missing.map((field): FieldError => ({
    field,
    code: "required",
    message: "is required for an active badge template",
  }));
  throw unprocessable("incomplete", `An active badge template needs ${missing.join(", ")}.`, errors);
}

/** Returns what activation depends on, after a change of a template or in a new one. */
export const toActivationFields = (body: BadgeTemplateChange, before?: TemplateRow): ActivationFields => ({
  description: body.description ?? before?.description ?? "",
  globalActivityUrl:
    body.global_activity_url === undefined ? (before?.globalActivityUrl ?? null) : body.global_activity_url,
  skills: body.skills ?? before?.skills ?? [],
  // A template without its own image gets generated art, so there is always an image.
  hasImage: true,
});
