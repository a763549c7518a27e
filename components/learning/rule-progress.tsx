import { Check, Circle } from "lucide-react";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Tag, type Tone } from "@/components/ui/tag";
import type { LaunchRequirement, LaunchRule } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";
import { neededWords, scoreWords } from "./requirement-words";

/** One requirement: its name, what it asks for, and what the learner has. */
function Requirement({ requirement }: { requirement: LaunchRequirement }) {
  const { gradable_name: name, is_met: isMet } = requirement;
  const Mark = isMet ? Check : Circle;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 py-2.5">
      <Mark
        className={`mt-[0.2em] size-4 ${isMet ? "text-positive" : "text-ink-faint"}`}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="font-medium">
          <span className="sr-only">{isMet ? "Met: " : "Not met: "}</span>
          {name}
        </p>
        <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
          <span>Needed: {neededWords(requirement)}</span>
          <span className={isMet ? "text-positive" : ""}>Yours: {scoreWords(requirement)}</span>
        </p>
      </div>
    </li>
  );
}

/** A rule may ask for two things of one gradable: at least this and at most that. */
const keyOf = ({ grade_object_id: id, operator, value }: LaunchRequirement): string =>
  `${id} ${operator} ${value}`;

const TAGS: Partial<Record<LaunchRule["state"], [tone: Tone, text: string]>> = {
  claimable: ["accent", "Ready to claim"],
  issued: ["positive", "Issued"],
  declined: ["neutral", "Declined"],
};

/** How far the learner is on the way to one badge. */
export function RuleProgress({ rule }: { rule: LaunchRule }) {
  const met = rule.requirements.filter((requirement) => requirement.is_met).length;
  const text = `${met} of ${rule.requirements.length} met`;
  const tag = TAGS[rule.state];
  const nameId = `rule-${rule.id}`;
  return (
    <BadgeHead name={rule.name} nameId={nameId} imageUrl={rule.image_url} facts={rule.desc}>
      <div className="flex items-center gap-3 text-sm">
        <ProgressBar
          value={met}
          max={rule.requirements.length}
          text={text}
          labelledBy={nameId}
          className="grow"
        />
        <span className="tabular-nums" aria-hidden="true">
          {text}
        </span>
        {tag ? <Tag tone={tag[0]}>{tag[1]}</Tag> : null}
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        {rule.requirements.map((requirement) => (
          <Requirement key={keyOf(requirement)} requirement={requirement} />
        ))}
      </ul>
    </BadgeHead>
  );
}
