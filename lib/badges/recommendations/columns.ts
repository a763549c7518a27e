import { invalidField, unprocessable } from "@/lib/kernel/errors";
import type { RecommendationChange } from "./schema";
import type { RecommendationRow } from "./serializer";

type Before = Pick<RecommendationRow, "type" | "title" | "description" | "activityUrl"> & {
  recommendedBadgeTemplateId: string | null;
};

const NOTHING: Omit<Before, "type"> = {
  title: "",
  description: null,
  activityUrl: null,
  recommendedBadgeTemplateId: null,
};

/** Returns the value of the body, or the stored one when the body has none. */
const given = <Value>(said: Value | undefined, before: Value): Value => (said === undefined ? before : said);

const required = (fields: string[]) =>
  unprocessable(
    "validation_failed",
    `Validation failed: ${fields.map((field) => `${field} is required`).join("; ")}.`,
    fields.map((field) => ({ field, code: "required", message: "is required" })),
  );

function badgeColumns(
  body: RecommendationChange,
  before: Omit<Before, "type">,
  names: ReadonlyMap<string, string>,
) {
  const id = given(body.recommended_badge_template_id, before.recommendedBadgeTemplateId);
  if (id === null) throw required(["recommended_badge_template_id"]);
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

function addressColumns(body: RecommendationChange, before: Omit<Before, "type">) {
  const title = given(body.title, before.title) || null;
  const activityUrl = given(body.activity_url, before.activityUrl);
  if (title === null || activityUrl === null) {
    throw required([...(title === null ? ["title"] : []), ...(activityUrl === null ? ["activity_url"] : [])]);
  }
  const description = given(body.description, before.description);
  return { title, activityUrl, description, recommendedBadgeTemplateId: null };
}

/**
 * Builds the columns of a recommendation from a body. `names` are those of the templates that the body names. The
 * type `badge` takes its title from its template and needs nothing else. The other types need a title and an address.
 * Fields that a type does not use are ignored, so that a record can be sent back as it was read. Throws 422 for
 * missing fields.
 */
export function columnsOf(
  body: RecommendationChange,
  before: Before | null,
  names: ReadonlyMap<string, string>,
) {
  const type = body.type ?? before?.type;
  if (type === undefined) throw required(["type"]);
  const stored = before ?? NOTHING;
  return { type, ...(type === "badge" ? badgeColumns(body, stored, names) : addressColumns(body, stored)) };
}
