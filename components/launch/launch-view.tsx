"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useEffect, useRef, type ReactNode, useState } from "react";
import { Brand } from "@/components/ui/page/brand";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Notice } from "@/components/ui/notice";
import type {
  LaunchPage,
  LaunchRule,
  LaunchBadge,
  LaunchRequirement,
} from "@/lib/learning/learner-page/schema";
import { visuallyHidden } from "@/components/ui/visually-hidden";
import { BadgeHead } from "./badge-head";
import { ExternalLink, Check, Circle } from "lucide-react";
import { ResultsNotice } from "@/components/public/badge/results-section";
import { Tag } from "@/components/ui/tag";
import { ProgressBar } from "@/components/ui/progress-bar";
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
        <p className="font-medium">{t.rich(isMet ? "met" : "not_met", { name, visuallyHidden })}</p>
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
function RuleProgress({ rule }: { rule: LaunchRule }) {
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

/** Who issued a badge, when, and until when it is valid. */
function IssueFacts({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch.facts");
  const format = useFormatter();
  const day = (value: string) => format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" });
  const facts = { issuer: badge.issuer_name, date: day(badge.issued_at) };
  if (badge.is_not_yet_valid) return t("not_yet_valid", facts);
  if (badge.expires_at === null) return t("issued", facts);
  return t(badge.is_expired ? "expired" : "valid", { ...facts, until: day(badge.expires_at) });
}

/** Says that a badge is not valid now, or proves nothing. */
function BadgeNotes({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch");
  return (
    <span className="inline-flex flex-wrap gap-1.5 empty:hidden">
      {badge.is_expired ? <Tag tone="negative">{t("expired")}</Tag> : null}
      {badge.is_not_yet_valid ? <Tag tone="caution">{t("not_yet_valid")}</Tag> : null}
      {badge.is_test ? <Tag tone="caution">{t("test")}</Tag> : null}
    </span>
  );
}

type AnswerHandlers = {
  onAccept: (badge: LaunchBadge, isPrivate: boolean) => void;
  onDecline: (badge: LaunchBadge) => void;
};

type AnswerButtonsProps = AnswerHandlers & { badge: LaunchBadge; busy: boolean };

type DeclineConfirmationProps = Pick<AnswerButtonsProps, "badge" | "busy" | "onDecline"> & {
  onCancel: () => void;
};

/** Replaces the buttons with a question. A dialog could open outside the visible part of the iframe. */
function DeclineConfirmation({ badge, busy, onDecline, onCancel }: DeclineConfirmationProps) {
  const t = useTranslations("launch.decline");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-xl border border-negative bg-negative-soft p-4">
      <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("title", { badge: badge.name })}
      </h4>
      <p className="mt-1 text-sm text-ink-soft">{t("text")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => onDecline(badge)}>
          {t("confirm")}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t("keep")}
        </Button>
      </div>
    </div>
  );
}

function AnswerButtons({ badge, busy, onAccept, onDecline }: AnswerButtonsProps) {
  const t = useTranslations("launch.answer");
  const [stage, setStage] = useState<"asked" | "declining" | "kept">("asked");
  if (stage === "declining") {
    return (
      <DeclineConfirmation
        badge={badge}
        busy={busy}
        onDecline={onDecline}
        onCancel={() => setStage("kept")}
      />
    );
  }
  const named = { badge: badge.name, visuallyHidden };
  const hint = `hint-${badge.id}`;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => onAccept(badge, false)}>
          <span>{t.rich("accept", named)}</span>
        </Button>
        <Button variant="secondary" busy={busy} aria-describedby={hint} onClick={() => onAccept(badge, true)}>
          <span>{t.rich("accept_privately", named)}</span>
        </Button>
        {/* After the learner cancels declining, the focus returns to this button. */}
        <Button
          variant="quiet"
          busy={busy}
          autoFocus={stage === "kept"}
          onClick={() => setStage("declining")}
        >
          <span>{t.rich("decline", named)}</span>
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-faint">{t("public_hint")}</p>
      <p id={hint} className="mt-1 text-sm text-ink-faint">
        {t("private_hint")}
      </p>
    </>
  );
}

/** A pending badge with buttons to accept or decline it. */
const PendingBadge = (props: AnswerButtonsProps) => (
  <BadgeHead
    name={props.badge.name}
    imageUrl={props.badge.image_url}
    facts={<IssueFacts badge={props.badge} />}
  >
    <BadgeNotes badge={props.badge} />
    {props.badge.description ? (
      <p className="mb-4 line-clamp-4 text-sm whitespace-pre-line text-ink-soft">{props.badge.description}</p>
    ) : null}
    <ResultsNotice results={props.badge.results} className="mb-4" />
    <AnswerButtons {...props} />
  </BadgeHead>
);

/** Links to the public page in a new tab, because public pages may not be framed by other sites. */
function PublicPage({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch");
  if (badge.badge_url === null) return <p className="text-sm text-ink-faint">{t("private_note")}</p>;
  return (
    <a
      href={badge.badge_url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center gap-1.5 text-sm text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      <span>{t.rich("public_page", { badge: badge.name, visuallyHidden })}</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}

/** Badges that the learner has accepted. */
const CurrentBadges = ({ badges }: { badges: LaunchBadge[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {badges.map((badge) => (
      <li key={badge.id} className="py-5">
        <BadgeHead name={badge.name} imageUrl={badge.image_url} facts={<IssueFacts badge={badge} />}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <BadgeNotes badge={badge} />
            <PublicPage badge={badge} />
          </div>
        </BadgeHead>
      </li>
    ))}
  </ul>
);

type ClaimHandlers = { onClaim: (rule: LaunchRule) => void };

type ClaimableRuleProps = ClaimHandlers & { rule: LaunchRule; busy: boolean };

/** A badge whose requirements the learner has met but that is not issued yet. */
function ClaimableRule({ rule, busy, onClaim }: ClaimableRuleProps) {
  const t = useTranslations("launch");
  return (
    <BadgeHead name={rule.name} imageUrl={rule.image_url} facts={rule.issuer_name}>
      <p className="mb-4 text-sm text-ink-soft">{t("claimable")}</p>
      <Button busy={busy} onClick={() => onClaim(rule)}>
        <span>{t.rich("claim", { badge: rule.name, visuallyHidden })}</span>
      </Button>
    </BadgeHead>
  );
}

/** The result of the last action. */
export type Outcome = { tone: "positive" | "neutral" | "negative"; title: string; text?: string };

type LaunchViewProps = AnswerHandlers &
  ClaimHandlers & {
    launch: LaunchPage;
    /** The id of the badge or rule with a running action. Only one runs at a time. */
    busyId: string | number | null;
    outcome: Outcome | null;
    /** Opens the page in a new tab; null when it is not in a frame. */
    onOpen: (() => void) | null;
  };

const LaunchSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10">
    <h2 className="font-heading mb-4 text-2xl leading-tight">{title}</h2>
    {children}
  </section>
);

const Cards = ({ children }: { children: ReactNode }) => <ul className="flex flex-col gap-4">{children}</ul>;

const Card = ({ children }: { children: ReactNode }) => (
  <li className="rounded-2xl border border-line bg-raised p-4 sm:p-6">{children}</li>
);

/**
 * Shows the result and takes the focus, because the pressed button disappears together with its badge. The frame may be
 * higher than the window of the LMS, so the result is also scrolled to.
 */
function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome) return;
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView({ block: "center" });
  }, [outcome]);
  return (
    <div ref={container} role="status" tabIndex={-1} className="mt-6 rounded-lg empty:hidden">
      {outcome ? (
        <Notice tone={outcome.tone} title={outcome.title} announce={outcome.tone === "negative"}>
          {outcome.text}
        </Notice>
      ) : null}
    </div>
  );
}

function Head({ launch, onOpen }: Pick<LaunchViewProps, "launch" | "onOpen">) {
  const t = useTranslations("launch");
  const { learner_name: name } = launch;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-sm text-ink-soft">{launch.course_name}</p>
        <h1 className="font-heading mt-0.5 text-3xl leading-tight">
          {name ? t("heading_named", { name }) : t("heading")}
        </h1>
      </div>
      {onOpen ? (
        <Button variant="secondary" size="small" onClick={onOpen}>
          {t("open_tab")}
        </Button>
      ) : null}
    </header>
  );
}

const STATE_ORDER = ["open", "claimable", "issued", "declined"];

/** Sorts rules by state, unfinished ones first. Within a state the order is unchanged. */
const compareByState = (one: LaunchRule, other: LaunchRule): number =>
  STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state);

/** The learner's badges in a course: pending, accepted, and progress. Designed for a narrow frame first. */
export function LaunchView({ launch, busyId, outcome, onOpen, ...handlers }: LaunchViewProps) {
  const t = useTranslations("launch");
  const pending = launch.badges.filter(({ state }) => state === "pending");
  const accepted = launch.badges.filter(({ state }) => state === "accepted");
  const claimable = launch.rules.filter(({ state }) => state === "claimable");
  return (
    <Brand color={launch.primary_hex_color}>
      <main className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8 sm:py-8">
        <Head launch={launch} onOpen={onOpen} />
        <OutcomeNotice outcome={outcome} />
        {pending.length + claimable.length > 0 ? (
          <LaunchSection title={t("waiting")}>
            <Cards>
              {pending.map((badge) => (
                <Card key={badge.id}>
                  <PendingBadge badge={badge} busy={busyId === badge.id} {...handlers} />
                </Card>
              ))}
              {claimable.map((rule) => (
                <Card key={rule.id}>
                  <ClaimableRule rule={rule} busy={busyId === rule.id} {...handlers} />
                </Card>
              ))}
            </Cards>
          </LaunchSection>
        ) : null}
        {accepted.length > 0 ? (
          <LaunchSection title={t("yours")}>
            <CurrentBadges badges={accepted} />
          </LaunchSection>
        ) : null}
        {launch.rules.length > 0 ? (
          <LaunchSection title={t("progress")}>
            <Cards>
              {launch.rules.toSorted(compareByState).map((rule) => (
                <Card key={rule.id}>
                  <RuleProgress rule={rule} />
                </Card>
              ))}
            </Cards>
          </LaunchSection>
        ) : null}
        {launch.badges.length + launch.rules.length === 0 ? (
          <div className="mt-8">
            <EmptyState title={t("empty")}>
              {t("empty_text", { organization: launch.organization_name })}
            </EmptyState>
          </div>
        ) : null}
      </main>
    </Brand>
  );
}
