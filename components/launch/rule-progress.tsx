import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import { hidden } from "@/components/ui/hidden-words";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Tag } from "@/components/ui/tag";
import type { LaunchRequirement, LaunchRule } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";
import { formatRequirement, formatScore } from "./requirement-text";

/** One requirement: its name, what it demands, and the learner's score. */
function Requirement({ requirement }: { requirement: LaunchRequirement }) {
  const t = useTranslations("launch.requirement");
  const { gradable_name: name, is_met: isMet } = requirement;
  const Mark = isMet ? Check : Circle;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 py-2.5">
      <Mark
        className={`mt-[0.2em] size-4 ${isMet ? "text-positive" : "text-ink-faint"}`}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="font-medium">{t.rich(isMet ? "met" : "not_met", { name, hidden })}</p>
        <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
          <span>{t("needed", { what: formatRequirement(requirement, t) })}</span>
          <span className={isMet ? "text-positive" : ""}>
            {t("yours", { what: formatScore(requirement, t) })}
          </span>
        </p>
      </div>
    </li>
  );
}

/** Builds a key from all parts, because a rule may have two requirements on one gradable: at least and at most. */
const requirementKey = ({ grade_object_id: id, operator, value }: LaunchRequirement): string =>
  `${id} ${operator} ${value}`;

const TONES = { claimable: "accent", issued: "positive", declined: "neutral" } as const;

/** The learner's progress towards a badge. */
export function RuleProgress({ rule }: { rule: LaunchRule }) {
  const met = rule.requirements.filter((requirement) => requirement.is_met).length;
  const t = useTranslations("launch");
  const text = t("met", { met, all: rule.requirements.length });
  const nameId = `rule-${rule.id}`;
  return (
    <BadgeHead
      name={rule.name}
      nameId={nameId}
      imageUrl={rule.image_url}
      facts={rule.has_own_desc ? rule.desc : rule.issuer_name}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <ProgressBar
          value={met}
          max={rule.requirements.length}
          text={text}
          labelledBy={nameId}
          className="min-w-24 grow"
        />
        <span className="tabular-nums" aria-hidden="true">
          {text}
        </span>
        {rule.state === "open" ? null : <Tag tone={TONES[rule.state]}>{t(`state.${rule.state}`)}</Tag>}
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        {rule.requirements.map((requirement) => (
          <Requirement key={requirementKey(requirement)} requirement={requirement} />
        ))}
      </ul>
    </BadgeHead>
  );
}
