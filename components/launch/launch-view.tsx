"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import { Brand } from "@/components/ui/brand";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import type { LaunchPage, LaunchRule } from "@/lib/learning/launch/schema";
import { ClaimableRule, type ClaimHandlers } from "./claimable-rule";
import { CurrentBadges } from "./current-badges";
import { PendingBadge, type AnswerHandlers } from "./pending-badge";
import { RuleProgress } from "./rule-progress";

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
