import type { ServiceMove } from "@/lib/moving/service-moves/schema";

/** The names of states, and how they look. */
export const STATE_WORDS: Record<
  ServiceMove["state"],
  { label: string; tone: "neutral" | "positive" | "caution" | "negative" }
> = {
  ready: { label: "Checked", tone: "neutral" },
  running: { label: "Running", tone: "caution" },
  done: { label: "Done", tone: "positive" },
  stopped: { label: "Stopped", tone: "caution" },
  failed: { label: "Failed", tone: "negative" },
};

/** What lists and records of a service are called. Others are shown by their own name. */
const NAMES: Record<string, string> = {
  badge_templates: "Badge templates",
  badges: "Issued badges",
  employees: "Employees",
  recommendations: "Recommendations",
  badge_template: "Badge templates",
  badge_template_activity: "Activities of templates",
  recommendation: "Recommendations",
  badge_template_recommendation: "Recommendations of templates",
  earner_group: "Groups",
  issued_badge: "Issued badges",
  employee: "Employees",
  employment_history: "Employments",
  image: "Images",
};

export const nameOf = (name: string): string => NAMES[name] ?? name.replaceAll("_", " ");
