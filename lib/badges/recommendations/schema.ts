import { z } from "zod";
import { MAX_RECOMMENDING_TEMPLATES } from "@/lib/badges/templates/schema";
import {
  name,
  nullable,
  optional,
  optionalNotNull,
  text,
  timestamp,
  uuid,
  webAddress,
} from "@/lib/kernel/fields";
import { RECOMMENDATION_TYPES } from "./choices";

export const Recommendation = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    type: z.enum(RECOMMENDATION_TYPES),
    recommended_badge_template_id: z.uuid().nullable(),
    activity_url: z.string().meta({ description: "Empty for the type `badge`." }),
    url: z.string(),
    issuer_name: nullable(),
    image_url: nullable(),
    issuer_icon: nullable(),
    description: nullable(),
    badge_template_ids: z.array(z.uuid()),
  })
  .meta({ id: "Recommendation" });
export type Recommendation = z.infer<typeof Recommendation>;

/** A recommendation in the list. The type `badge` has the id of its template, the others have an address. */
export const RecommendationItem = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    type: z.enum(RECOMMENDATION_TYPES),
    recommended_badge_template_id: z.uuid().optional(),
    activity_url: z.string().optional(),
    updated_at: timestamp(),
    badge_templates_count: z.int(),
  })
  .meta({ id: "RecommendationItem" });
export type RecommendationItem = z.infer<typeof RecommendationItem>;

const fields = {
  recommended_badge_template_id: optional(uuid()).meta({ description: "For the type `badge`." }),
  title: optional(name()).meta({ description: "For the other types." }),
  description: optional(text()).meta({ description: "For the other types." }),
  activity_url: optional(webAddress()).meta({ description: "For the other types." }),
  badge_template_ids: optionalNotNull(z.array(uuid()).max(MAX_RECOMMENDING_TEMPLATES)).meta({
    description: "The badge templates that show the recommendation.",
  }),
};

export const RecommendationInput = z
  .object({ type: z.enum(RECOMMENDATION_TYPES), ...fields })
  .meta({ id: "RecommendationInput" });
export type RecommendationInput = z.infer<typeof RecommendationInput>;

export const RecommendationChange = z
  .object({ type: optionalNotNull(z.enum(RECOMMENDATION_TYPES)), ...fields })
  .meta({ id: "RecommendationChange" });
export type RecommendationChange = z.infer<typeof RecommendationChange>;
