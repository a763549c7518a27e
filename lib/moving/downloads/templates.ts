import type { z } from "zod";
import { BadgeDesign } from "@/lib/art/design/schema";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { ACHIEVEMENT_TYPES, ACTIVITY_TYPES } from "@/lib/badges/templates/choices";
import { buildAlignment, AlignmentInput } from "@/lib/badges/templates/alignments";
import type { RecordOf } from "@/lib/moving/records/schema";
import { BadgeTemplate } from "@/lib/moving/records/template-records";
import { toSlug } from "@/lib/organizations/profile/slug";
import { toUuid } from "@/lib/moving/records/ids";
import type { Pictures } from "./pictures";
import { WireTemplateFields, type WireRecommendation, type WireTemplate } from "./schema";

/** Fields of templates and recommendations that the interface does not show. */
export const TEMPLATE_NOT_GIVEN = ["image_generated"];
export const RECOMMENDATION_NOT_GIVEN = ["created_at"];

/** Fields of the record that have another name in the interface, or several. */
const SOURCES: Readonly<Record<string, readonly string[]>> = { image_id: ["image", "image_url"] };

/** The fields that this template of the service does not have. Those of times, names and ids always have a value. */
const OPTIONAL = [
  ...Object.keys(WireTemplateFields.shape).filter((name) => name in BadgeTemplate.shape),
  ...Object.keys(SOURCES),
].filter((name) => !["id", "name", "created_at", "updated_at", "state_updated_at"].includes(name));

function listNotGiven(absent: readonly string[]): { not_given?: string[] } {
  const fields = OPTIONAL.filter((name) =>
    (SOURCES[name] ?? [name]).every((source) => absent.includes(source)),
  );
  return fields.length > 0 ? { not_given: fields } : {};
}

const STATES = ["draft", "active", "archived"] as const;

export const templateId = (wire: { id: string }): string => toUuid("badge_template", wire.id);

/** Returns the id of the picture of a template. */
export const addArt = ({ image, image_url: url }: WireTemplate, pictures: Pictures): string | null =>
  pictures.add(image ?? (url === null ? null : { id: null, url }));

function readAlignments(wire: WireTemplate): z.core.util.JSONType[] {
  return wire.alignments.flatMap(({ id, ...alignment }, index) => {
    const parsed = AlignmentInput.safeParse(alignment);
    const key = id ?? toUuid("alignment", `${wire.id} ${index}`);
    return parsed.success ? [{ id: key, ...buildAlignment(parsed.data) }] : [];
  });
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

const readDesign = (wire: WireTemplate): z.core.util.JSONType => {
  const parsed = BadgeDesign.safeParse(wire.design);
  return parsed.success ? parsed.data : null;
};

function readExpiration(wire: WireTemplate) {
  const type = isOneOf(["date", "duration"] as const, wire.default_expires_at_type);
  // A duration that is not given is no rule for an expiration.
  const isKnown = type !== "duration" || wire.default_expires_after !== null;
  return {
    default_expires_at_type: isKnown ? type : null,
    default_expires_at: wire.default_expires_at,
    default_expires_at_date: wire.default_expires_at_date,
    default_expires_after: wire.default_expires_after,
  };
}

/** Builds the record of a template. `imageId` is that of a picture which is there. */
export function toTemplate(
  wire: WireTemplate,
  { imageId, isDeleted, now }: { imageId: string; isDeleted: boolean; now: string },
): RecordOf<"badge_template"> {
  const {
    image: _image,
    image_url: _url,
    badge_template_activities: _activities,
    required_badge_templates: _required,
    owner: _owner,
    absent,
    ...same
  } = wire;
  const id = templateId(wire);
  const updatedAt = wire.updated_at ?? wire.created_at ?? now;
  return {
    ...same,
    kind: "badge_template",
    id,
    description: wire.description ?? "",
    state: isOneOf(STATES, wire.state) ?? "draft",
    vanity_slug: wire.vanity_slug ?? `${toSlug(wire.name)}-${id.slice(-6)}`,
    image_id: imageId,
    image_generated: false,
    design: readDesign(wire),
    level: isOneOf(LEVELS, wire.level),
    achievement_type: isOneOf(ACHIEVEMENT_TYPES, wire.achievement_type) ?? "Badge",
    alignments: readAlignments(wire),
    ...readExpiration(wire),
    state_updated_at: wire.state_updated_at ?? updatedAt,
    created_at: wire.created_at ?? now,
    updated_at: updatedAt,
    deleted_at: isDeleted ? updatedAt : null,
    ...listNotGiven(absent),
  };
}

/** Builds the records of the steps of a template, without those that require a template that is not moved. */
export function toActivities(
  wire: WireTemplate,
  templates: ReadonlySet<string>,
): RecordOf<"badge_template_activity">[] {
  const names = new Map(wire.required_badge_templates.map(({ id, name }) => [id, name]));
  return wire.badge_template_activities.flatMap((activity, position) => {
    const type = isOneOf(ACTIVITY_TYPES, activity.activity_type);
    const required = activity.required_badge_template_id;
    const requiredId = required === null ? null : toUuid("badge_template", required);
    if (type === null || (requiredId !== null && !templates.has(requiredId))) return [];
    // The interface shows the name of the required template where no title was entered.
    const isName = required !== null && activity.title === names.get(required);
    return [
      {
        kind: "badge_template_activity" as const,
        id: toUuid("badge_template_activity", activity.id),
        badge_template_id: templateId(wire),
        position,
        activity_type: type,
        title: isName ? null : activity.title,
        activity_url: activity.activity_url,
        required_badge_template_id: requiredId,
      },
    ];
  });
}

export function toRecommendation(wire: WireRecommendation, updatedAt: string): RecordOf<"recommendation"> {
  const isBadge = wire.type === "badge";
  const recommended = wire.recommended_badge_template_id;
  return {
    kind: "recommendation",
    id: toUuid("recommendation", wire.id),
    type: wire.type,
    title: wire.title ?? "",
    // That of the template, for the type badge.
    description: isBadge ? null : wire.description,
    activity_url: isBadge ? null : wire.activity_url || null,
    recommended_badge_template_id: recommended === null ? null : toUuid("badge_template", recommended),
    created_at: updatedAt,
    updated_at: updatedAt,
  };
}

export const toRecommendationLinks = (
  wire: WireRecommendation,
  templates: ReadonlySet<string>,
): RecordOf<"badge_template_recommendation">[] =>
  wire.badge_template_ids
    .map((id) => toUuid("badge_template", id))
    .filter((id) => templates.has(id))
    .map((id) => ({
      kind: "badge_template_recommendation",
      badge_template_id: id,
      recommendation_id: toUuid("recommendation", wire.id),
    }));
