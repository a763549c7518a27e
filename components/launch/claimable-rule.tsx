"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { hidden } from "@/components/ui/hidden-words";
import type { LaunchRule } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";

export type ClaimHandlers = { onClaim: (rule: LaunchRule) => void };

type ClaimableRuleProps = ClaimHandlers & { rule: LaunchRule; busy: boolean };

/** A badge whose requirements the learner has met but that is not issued yet. */
export function ClaimableRule({ rule, busy, onClaim }: ClaimableRuleProps) {
  const t = useTranslations("launch");
  return (
    <BadgeHead name={rule.name} imageUrl={rule.image_url} facts={rule.issuer_name}>
      <p className="mb-4 text-sm text-ink-soft">{t("claimable")}</p>
      <Button busy={busy} onClick={() => onClaim(rule)}>
        <span>{t.rich("claim", { badge: rule.name, hidden })}</span>
      </Button>
    </BadgeHead>
  );
}
