import { Tag, type Tone } from "@/components/ui/tag";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";

const TONES: Record<BadgeTemplate["state"], Tone> = {
  draft: "caution",
  active: "positive",
  archived: "neutral",
};
const LABELS: Record<BadgeTemplate["state"], string> = {
  draft: "Draft",
  active: "Active",
  archived: "Archived",
};

/** The state of a template as a tag. */
export const TemplateState = ({ state }: { state: BadgeTemplate["state"] }) => (
  <Tag tone={TONES[state]}>{LABELS[state]}</Tag>
);
