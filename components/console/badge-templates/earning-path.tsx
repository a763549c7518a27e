import Link from "next/link";
import type { ReactNode } from "react";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { Section } from "@/components/ui/facts";
import { Tag } from "@/components/ui/tag";
import type { BadgeTemplate, BadgeTemplateSummary } from "@/lib/badges/templates/schema";

/** A rule that gives the badge, in words, with the integration whose students it is for. */
type Rule = { id: number; desc: string; integration: { id: number; name: string } };

type EarningPathProps = {
  home: string;
  template: BadgeTemplate;
  /** Null when the member may not see rules. */
  rules: Rule[] | null;
  /** The templates that require this badge. */
  next: BadgeTemplateSummary[];
};

const LINK = "text-accent underline underline-offset-4 wrap-anywhere";
const LIST = "divide-y divide-line border-y border-line";
const ROW = "flex flex-wrap items-center gap-x-4 gap-y-1 py-3";

const None = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-faint">{children}</p>;

const OutsideLink = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href ? (
    <a href={href} rel="noopener noreferrer" className={LINK}>
      {children}
    </a>
  ) : (
    <span className="wrap-anywhere">{children}</span>
  );

type BadgeLinkProps = { home: string; badge: { id: string; name: string; image_url: string } };

const BadgeLink = ({ home, badge }: BadgeLinkProps) => (
  <>
    <BadgeArt src={badge.image_url} name="" size={40} className="size-10" />
    <Link prefetch={false} href={`${home}/badge_templates/${badge.id}`} className={LINK}>
      {badge.name}
    </Link>
  </>
);

/** What earners have to do, in the order of the template. */
function Requirements({ home, template }: Pick<EarningPathProps, "home" | "template">) {
  const { badge_template_activities: activities, required_badge_templates: badges } = template;
  if (activities.length === 0) return <None>None yet. Add earning criteria when you edit the template.</None>;
  return (
    <ol className={LIST}>
      {activities.map(({ id, activity_type: type, title, activity_url, required_badge_template_id }) => {
        const badge = badges.find((one) => one.id === required_badge_template_id);
        return (
          <li key={id} className={ROW}>
            {badge ? (
              <BadgeLink home={home} badge={badge} />
            ) : (
              <OutsideLink href={activity_url}>{title}</OutsideLink>
            )}
            <span className="ms-auto">
              <Tag>{type}</Tag>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Rules({ home, template, rules }: Pick<EarningPathProps, "home" | "template"> & { rules: Rule[] }) {
  if (rules.length === 0)
    return <None>No rules. Courses of a learning system can give this badge by their grades.</None>;
  return (
    <ul className={LIST}>
      {rules.map(({ id, desc, integration }) => (
        <li key={id} className={ROW}>
          <span className="wrap-anywhere">{desc}</span>
          <Link
            prefetch={false}
            href={`${home}/learning/integrations/${integration.id}/rules/${template.id}`}
            className={`ms-auto text-sm ${LINK}`}
          >
            {integration.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How a badge is earned, and what it leads to. */
export const EarningPath = ({ home, template, rules, next }: EarningPathProps) => (
  <div className="flex max-w-3xl flex-col gap-10">
    <Section title="Requirements">
      <Requirements home={home} template={template} />
    </Section>
    {rules ? (
      <Section title="Rules of courses">
        <Rules home={home} template={template} rules={rules} />
      </Section>
    ) : null}
    <Section title="Badges that require this one">
      {next.length === 0 ? (
        <None>None.</None>
      ) : (
        <ul className={LIST}>
          {next.map((badge) => (
            <li key={badge.id} className={ROW}>
              <BadgeLink home={home} badge={badge} />
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Section title="Recommended afterwards">
      {template.recommendations.length === 0 ? (
        <None>None. Add recommendations when you edit the template.</None>
      ) : (
        <ul className={LIST}>
          {template.recommendations.map(({ id, title, type, activity_url }) => (
            <li key={id} className={ROW}>
              <OutsideLink href={activity_url}>{title}</OutsideLink>
              <span className="ms-auto">
                <Tag>{type}</Tag>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  </div>
);
