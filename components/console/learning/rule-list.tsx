import Link from "next/link";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { TemplateState } from "@/components/console/badge-templates/template-state";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";

type RuleListProps = { documents: LearningRuleDocument[]; base: string };

/** Lists the descriptions of the rules as alternatives. */
const RuleDescriptions = ({ document }: { document: LearningRuleDocument }) => (
  <ul className="flex flex-col gap-0.5 text-sm text-ink-soft">
    {document.rules.map(({ id, desc }, index) => (
      <li key={id} className="wrap-anywhere">
        {index > 0 ? <span className="text-ink-faint">or </span> : null}
        {desc}
      </li>
    ))}
  </ul>
);

/** Lists badges with their rules. */
export const RuleList = ({ documents, base }: RuleListProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {documents.map((document) => {
      const { badge_template: template, badges_count: count } = document;
      return (
        <li key={template.id} className="flex gap-4 py-5 sm:gap-6">
          <BadgeArt src={template.image_url} name="" size={64} className="size-12 sm:size-16" />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={`${base}/rules/${template.id}`}
                className="font-heading text-xl leading-tight text-ink no-underline hover:text-accent hover:underline"
              >
                {template.name}
              </Link>
              {template.state === "active" ? null : <TemplateState state={template.state} />}
            </div>
            <div className="mt-1.5">
              <RuleDescriptions document={document} />
            </div>
            <p className="mt-1.5 text-[0.8125rem] text-ink-faint tabular-nums">
              {count === 0 ? "Not issued yet" : `Issued to ${count.toLocaleString("en")}`}
            </p>
          </div>
        </li>
      );
    })}
  </ul>
);
