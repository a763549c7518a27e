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

/** Sorts kinds in the order of their names above. The stored report has them in no order. */
export function sortByKind<Value>(kinds: Record<string, Value>): [string, Value][] {
  const order = Object.keys(NAMES);
  const placeOf = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return Object.entries(kinds).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}

/** Writes the field at the beginning of a reason as words: `recipient_email: is too long` is “Recipient email: is too long”. */
export const formatReason = (reason: string): string =>
  reason.replace(/^[a-z][a-z_]*(?=: )/, (field) => {
    const words = field.replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  });
