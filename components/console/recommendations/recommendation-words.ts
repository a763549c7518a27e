import type { Recommendation } from "@/lib/badges/recommendations/schema";

type Type = Recommendation["type"];

/** The label and hint of each type. */
export const TYPE_OPTIONS: Record<Type, { label: string; hint: string }> = {
  badge: { label: "Badge", hint: "Another of your badges to earn next." },
  information: { label: "Information", hint: "Something to read or watch." },
  education: { label: "Education", hint: "A course or a programme." },
  employment: { label: "Employment", hint: "A job or an internship." },
  participation: { label: "Participation", hint: "An event, a group or a project to take part in." },
  offer: { label: "Offer", hint: "A discount or a gift for those who have the badge." },
};
