import type { Evidence } from "@/lib/badges/issued/schema";

/** Evidence in the fields that both versions of Open Badges share. */
export type OpenBadgeEvidence = { id?: string; name: string; narrative?: string };

type KeyValueEvidence = Extract<Evidence, { type: "KeyValueGroupEvidence" }>;

const formatLine = ({ key, value, url }: KeyValueEvidence["values"][number]): string =>
  `- ${key}: ${value}${url ? ` (${url})` : ""}`;

/** Serializes evidence of the issuer: its URL if it has one, and otherwise its text (Markdown). */
export function presentEvidence(evidence: Evidence): OpenBadgeEvidence {
  switch (evidence.type) {
    case "UrlEvidence":
      return {
        id: evidence.value,
        name: evidence.name,
        ...(evidence.description ? { narrative: evidence.description } : {}),
      };
    case "KeyValueGroupEvidence":
      return { name: evidence.name, narrative: evidence.values.map(formatLine).join("\n") };
    case "PlainTextEvidence":
    case "IdEvidence":
      return { name: evidence.title, narrative: evidence.description };
  }
}
