import { Check } from "lucide-react";
import { Tag } from "@/components/ui/tag";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import type { RelatedChoices } from "./related-choices";
import { expirationText, type TemplateValues } from "./template-values";

type TemplatePreviewProps = {
  values: TemplateValues;
  art: string | null;
  issuer: string;
  /** Badges that can be required, for their names. */
  templates: RelatedChoices["templates"];
};

const host = (address: string): string => (URL.canParse(address) ? new URL(address).host : "") || address;

const DETAILS = [
  { name: "level", label: "Level" },
  { name: "type_category", label: "Badge type" },
  { name: "time_to_earn", label: "Time to earn" },
  { name: "cost", label: "Cost" },
] as const;

function EarningCriteria({ values, templates }: Pick<TemplatePreviewProps, "values" | "templates">) {
  const titles = values.badge_template_activities.map(
    ({ activity_type, title, required_badge_template_id: id }) =>
      activity_type === "Badge" ? (templates.find((one) => one.id === id)?.name ?? "") : title,
  );
  const given = titles.filter((title) => title.trim() !== "");
  if (given.length === 0) return null;
  return (
    <div className="w-full">
      <p className="mb-1.5 text-2xs text-ink-faint">Earning criteria</p>
      <ul className="flex flex-col gap-1 text-sm">
        {given.map((title, index) => (
          <li key={`${index} ${title}`} className="flex gap-2">
            <Check className="mt-1 size-3.5 shrink-0 text-accent" aria-hidden="true" />
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A live preview of the badge's page. */
export function TemplatePreview({ values, art, issuer, templates }: TemplatePreviewProps) {
  const name = values.name.trim() || "Untitled badge";
  return (
    <section aria-label="Preview" className="rounded-2xl border border-line bg-canvas">
      <p className="border-b border-line px-5 py-2.5 text-2xs text-ink-faint">Preview of the badge page</p>
      <div className="flex flex-col items-start gap-5 px-5 py-7 sm:px-7">
        {art ? (
          <BadgeArt src={art} name="" size={176} className="size-44 self-center" />
        ) : (
          <BadgeArtPlaceholder className="size-44 self-center" />
        )}
        <div>
          <p className={`font-heading text-2xl leading-tight ${values.name.trim() ? "" : "text-ink-faint"}`}>
            {name}
          </p>
          <p className="mt-1 text-sm text-ink-soft">Issued by {issuer}</p>
        </div>
        <p
          className={`text-sm whitespace-pre-line ${values.description ? "text-ink-soft" : "text-ink-faint"}`}
        >
          {values.description || "The description appears here."}
        </p>
        {values.skills.length > 0 ? (
          <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
            {values.skills.map((skill) => (
              <li key={skill}>
                <Tag>{skill}</Tag>
              </li>
            ))}
          </ul>
        ) : null}
        <EarningCriteria values={values} templates={templates} />
        <dl className="w-full divide-y divide-line border-y border-line text-sm">
          {DETAILS.filter(({ name }) => values.enable_detail_attribute_visibility && values[name] !== "").map(
            ({ name, label }) => (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-faint">{label}</dt>
                <dd className="text-end">{values[name]}</dd>
              </div>
            ),
          )}
          <div className="flex justify-between gap-4 py-2">
            <dt className="text-ink-faint">Expiration</dt>
            <dd className="text-end">{expirationText(values)}</dd>
          </div>
          {values.criteria_url ? (
            <div className="flex justify-between gap-4 py-2">
              <dt className="text-ink-faint">Criteria</dt>
              <dd className="text-end">{values.criteria_url_name || host(values.criteria_url)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </section>
  );
}
