import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { OutsideLink } from "./outside-link";

type Template = IssuedBadge["badge_template"];
type Activity = Template["badge_template_activities"][number];

type SectionProps = { title: string; children: ReactNode };

/** A section of a badge's page with its heading. */
export const BadgeSection = ({ title, children }: SectionProps) => (
  <section className="border-t border-line pt-6 print:break-inside-avoid">
    <h2 className="font-heading mb-4 text-xl">{title}</h2>
    {children}
  </section>
);

const TAG = "inline-flex items-center rounded-full border border-line bg-sunken px-3 py-1 text-sm";

type SkillsProps = {
  skills: string[];
  /** The paths of lists of other badges that have a skill. */
  skillPaths?: Record<string, string>;
};

/** The skills of a badge, linked to other badges that have them. */
const Skills = ({ skills, skillPaths = {} }: SkillsProps) => (
  <ul className="flex flex-wrap gap-2">
    {skills.map((skill) => (
      <li key={skill}>
        {Object.hasOwn(skillPaths, skill) ? (
          <a
            href={skillPaths[skill]}
            className={`${TAG} underline decoration-edge decoration-1 underline-offset-4 hover:border-edge hover:decoration-ink`}
          >
            {skill}
          </a>
        ) : (
          <span className={TAG}>{skill}</span>
        )}
      </li>
    ))}
  </ul>
);

const ACTIVITIES = {
  Award: "award",
  Badge: "badge",
  Course: "course",
  Assessment: "assessment",
  "Professional Experience": "professional_experience",
  "Schedule / Registration": "schedule_registration",
} as const satisfies Record<Activity["activity_type"], string>;

function ActivityItem({ activity }: { activity: Activity }) {
  const t = useTranslations("public.activities");
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-medium">
        {activity.activity_url ? (
          <OutsideLink href={activity.activity_url}>{activity.title ?? activity.activity_url}</OutsideLink>
        ) : (
          activity.title
        )}
      </p>
      <p className="text-sm text-ink-faint">{t(ACTIVITIES[activity.activity_type])}</p>
    </li>
  );
}

/** What earners must do for the badge, with links to the criteria. */
function Criteria({ template }: { template: Template }) {
  const t = useTranslations("public.sections");
  const { criteria_url, criteria_url_name, global_activity_url } = template;
  return (
    <div className="flex flex-col gap-4">
      {template.badge_template_activities.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line">
          {template.badge_template_activities.map((activity) => (
            <ActivityItem key={activity.id} activity={activity} />
          ))}
        </ul>
      ) : null}
      {criteria_url ? (
        <p>
          <OutsideLink href={criteria_url}>{criteria_url_name ?? t("criteria")}</OutsideLink>
        </p>
      ) : null}
      {global_activity_url && global_activity_url !== criteria_url ? (
        <p>
          <OutsideLink href={global_activity_url}>{t("about")}</OutsideLink>
        </p>
      ) : null}
    </div>
  );
}

const Alignments = ({ alignments }: { alignments: Template["alignments"] }) => (
  <ul className="flex flex-col gap-4">
    {alignments.map((alignment) => (
      <li key={alignment.id}>
        <p className="font-medium">
          {alignment.url ? <OutsideLink href={alignment.url}>{alignment.name}</OutsideLink> : alignment.name}
        </p>
        {alignment.framework || alignment.code ? (
          <p className="text-sm text-ink-faint">
            {[alignment.framework, alignment.code].filter(Boolean).join(" · ")}
          </p>
        ) : null}
        {alignment.description ? (
          <p className="max-w-prose whitespace-pre-line text-ink-soft">{alignment.description}</p>
        ) : null}
      </li>
    ))}
  </ul>
);

type TemplateSectionsProps = Pick<SkillsProps, "skillPaths"> & { template: Template; children?: ReactNode };

/** The sections about skills, criteria and alignments of a badge. */
export function TemplateSections({ template, skillPaths = {}, children }: TemplateSectionsProps) {
  const t = useTranslations("public.sections");
  const { criteria_url, global_activity_url, badge_template_activities: activities } = template;
  return (
    <>
      {template.skills.length > 0 ? (
        <BadgeSection title={t("skills")}>
          <Skills skills={template.skills} skillPaths={skillPaths} />
        </BadgeSection>
      ) : null}
      {activities.length > 0 || criteria_url || global_activity_url ? (
        <BadgeSection title={t("earned")}>
          <Criteria template={template} />
        </BadgeSection>
      ) : null}
      {children}
      {template.alignments.length > 0 ? (
        <BadgeSection title={t("alignments")}>
          <Alignments alignments={template.alignments} />
        </BadgeSection>
      ) : null}
    </>
  );
}
