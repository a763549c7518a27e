import { invalidField, unprocessable } from "@/lib/kernel/errors";
import type { RecommendationChange } from "./schema";
import type { RecommendationRow } from "./serializer";

type StoredFields = Pick<RecommendationRow, "type" | "title" | "description" | "activityUrl"> & {
  recommendedBadgeTemplateId: string | null;
};

const EMPTY_FIELDS: Omit<StoredFields, "type"> = {
  title: "",
  description: null,
  activityUrl: null,
  recommendedBadgeTemplateId: null,
};

/** Returns the value of the body, or the stored one when the body has none. */
const valueOrStored = <Value>(value: Value | undefined, before: Value): Value =>
  value === undefined ? before : value;

const requiredError = (fields: string[]) =>
  unprocessable(
    "validation_failed",
    `Validation failed: ${fields.map((field) => `${field} is required`).join("; ")}.`,
    fields.map((field) => ({ field, code: "required", message: "is required" })),
  );

function badgeColumns(
  body: RecommendationChange,
  before: Omit<StoredFields, "type">,
  names: ReadonlyMap<string, string>,
) {
  const id = valueOrStored(body.recommended_badge_template_id, before.recommendedBadgeTemplateId);
  if (id === null) throw requiredError(["recommended_badge_template_id"]);
  const title = id === before.recommendedBadgeTemplateId ? before.title : names.get(id);
  if (title === undefined) {
    throw invalidField(
      "recommended_badge_template_id",
      "not_found",
      `There is no badge template ${id} here.`,
    );
  }
  return { title, recommendedBadgeTemplateId: id, description: null, activityUrl: null };
}

function addressColumns(body: RecommendationChange, before: Omit<StoredFields, "type">) {
  const title = valueOrStored(body.title, before.title) || null;
  const activityUrl = valueOrStored(body.activity_url, before.activityUrl);
  if (title === null || activityUrl === null) {
    throw requiredError([
      ...(title === null ? ["title"] : []),
      ...(activityUrl === null ? ["activity_url"] : []),
    ]);
  }
  const description = valueOrStored(body.description, before.description);
  return { title, activityUrl, description, recommendedBadgeTemplateId: null };
}

/**
 * Builds the columns of a recommendation from a body. `names` are those of the templates that the body names. The
 * type `badge` takes its title from its template and needs nothing else. The other types need a title and an address.
 * Fields that a type does not use are ignored, so that a record can be sent back as it was read. Throws 422 for
 * missing fields.
 */
export function buildRecommendationColumns(
  body: RecommendationChange,
  before: StoredFields | null,
  names: ReadonlyMap<string, string>,
) {
  const type = body.type ?? before?.type;
  if (type === undefined) throw requiredError(["type"]);
  const stored = before ?? EMPTY_FIELDS;
  return { type, ...(type === "badge" ? badgeColumns(body, stored, names) : addressColumns(body, stored)) };
}
