"use client";

import { Button } from "@/components/ui/button";
import type { LaunchRule } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";

export type Claiming = { onClaim: (rule: LaunchRule) => void };

type ClaimableRuleProps = Claiming & { rule: LaunchRule; busy: boolean };

/** A badge that the learner has earned and nobody has issued yet. */
export const ClaimableRule = ({ rule, busy, onClaim }: ClaimableRuleProps) => (
  <BadgeHead name={rule.name} imageUrl={rule.image_url} facts={rule.issuer_name}>
    <p className="mb-4 text-sm text-ink-soft">You have met all that it asks for.</p>
    <Button busy={busy} onClick={() => onClaim(rule)}>
      Claim<span className="sr-only"> {rule.name}</span>
    </Button>
  </BadgeHead>
);
