"use client";

import { useWatch, type Control } from "react-hook-form";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import type { TemplateChoice } from "@/components/console/badge-templates/template-picker";
import { defaultExpirationText } from "@/components/console/badge-templates/expiration-words";
import { DateText } from "@/components/ui/time";
import { joinNames } from "@/lib/kernel/names";
import type { IssueValues } from "./issue-values";

type IssueSummaryProps = { control: Control<IssueValues>; template: TemplateChoice | null };

const isDate = (text: string): boolean => text !== "" && !Number.isNaN(Date.parse(text));

function expiryText(expiry: IssueValues["expiry"], template: TemplateChoice | null): string {
  if (expiry === "never") return "Never";
  return expiry === "default" && template ? defaultExpirationText(template) : "—";
}

/** Shows a live summary of the badge that the form will issue. */
export function IssueSummary({ control, template }: IssueSummaryProps) {
  const values = useWatch({ control }) as IssueValues;
  const name = joinNames(values.issued_to_first_name, values.issued_to_last_name);
  const rows = [
    { term: "Issued on", value: isDate(values.issued_at) ? <DateText value={values.issued_at} /> : "—" },
    {
      term: "Expires",
      value:
        values.expiry === "date" && isDate(values.expires_at) ? (
          <DateText value={values.expires_at} />
        ) : (
          expiryText(values.expiry, template)
        ),
    },
    { term: "Evidence", value: values.evidence.length === 0 ? "None" : String(values.evidence.length) },
    { term: "E-mail", value: values.suppress_badge_notification_email ? "Not sent" : "Sent immediately" },
  ];
  return (
    <section aria-label="Summary" className="rounded-2xl border border-line px-6 py-7">
      {template ? (
        <BadgeArt src={template.image_url} name="" size={152} className="mx-auto size-38" />
      ) : (
        <BadgeArtPlaceholder className="mx-auto size-38" />
      )}
      <p className="font-heading mt-5 text-2xl leading-tight text-balance">
        {template?.name ?? "No badge selected"}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{name === "" ? "No recipient selected" : `for ${name}`}</p>
      <dl className="mt-5 divide-y divide-line border-y border-line text-sm">
        {rows.map(({ term, value }) => (
          <div key={term} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-faint">{term}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
