import { BadgeArt } from "@/components/public/badge/badge-art";
import { Facts, type Fact } from "@/components/ui/facts";
import { DateText } from "@/components/ui/time/time";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { defaultExpirationText } from "./expiration-words";

const listFacts = (template: BadgeTemplate): Fact[] =>
  [
    { term: "Skills", value: template.skills.join(" · ") },
    { term: "Level", value: template.level },
    { term: "Time to earn", value: template.time_to_earn },
    { term: "Cost", value: template.cost },
    { term: "Badges expire", value: defaultExpirationText(template) },
    { term: "Visibility", value: template.visibility === "public" ? "Public" : "Private" },
    { term: "Badges issued", value: template.badges_count.toLocaleString("en") },
    { term: "Reporting tags", value: template.reporting_tags.join(" · ") },
    { term: "Updated", value: <DateText value={template.updated_at} /> },
    { term: "Template ID", value: <code className="font-mono text-[0.8125rem]">{template.id}</code> },
  ].filter(({ value }) => value !== null && value !== "");

/** A template in short: its picture, description and facts. */
export const TemplateSummary = ({ template }: { template: BadgeTemplate }) => (
  <section aria-label="Template" className="flex flex-col gap-5">
    <BadgeArt src={template.image_url} name={template.name} size={208} className="size-40" />
    <p className="whitespace-pre-line text-ink-soft">{template.description}</p>
    <Facts facts={listFacts(template)} />
  </section>
);
