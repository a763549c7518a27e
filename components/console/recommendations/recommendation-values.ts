import type { NamedTemplate } from "@/components/console/badge-templates/templates-field";
import type { TemplateChoice } from "@/components/console/badge-templates/template-picker";
import type { Recommendation } from "@/lib/badges/recommendations/schema";

/** The fields of the form. Templates include their name and image for display. */
export type RecommendationValues = {
  type: Recommendation["type"];
  recommended_badge_template_id: TemplateChoice | null;
  title: string;
  description: string;
  activity_url: string;
  badge_template_ids: NamedTemplate[];
};

export const EMPTY_VALUES: RecommendationValues = {
  type: "badge",
  recommended_badge_template_id: null,
  title: "",
  description: "",
  activity_url: "",
  badge_template_ids: [],
};

/** Builds the form values of a recommendation. `shownOn` are the templates that show it. */
export const recommendationValues = (
  recommendation: Recommendation,
  shownOn: NamedTemplate[],
): RecommendationValues => {
  const { recommended_badge_template_id: id, title, image_url: image } = recommendation;
  const isBadge = id !== null;
  return {
    type: recommendation.type,
    recommended_badge_template_id: isBadge ? { id, name: title, image_url: image ?? "", skills: [] } : null,
    title: isBadge ? "" : title,
    description: isBadge ? "" : (recommendation.description ?? ""),
    activity_url: recommendation.activity_url,
    badge_template_ids: shownOn,
  };
};

/** Builds the body of the request. */
export const recommendationBody = (values: RecommendationValues) => ({
  type: values.type,
  badge_template_ids: values.badge_template_ids.map(({ id }) => id),
  ...(values.type === "badge"
    ? { recommended_badge_template_id: values.recommended_badge_template_id?.id ?? "" }
    : { title: values.title, description: values.description, activity_url: values.activity_url }),
});
