"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiWrite, organizationPath } from "@/components/api";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/overlay/toast";
import type { Endorsement } from "@/lib/credentials/endorsements/schema";

type Verb = "accept" | "decline" | "withdraw";

type ActionWords = { opener: string; title: string; text: string; confirm: string; done: string };

const ACCEPT: ActionWords = {
  opener: "Accept…",
  title: "Accept this endorsement?",
  text: "The badge’s public pages show it, and badges that earners accept from now on include it. You can remove it later.",
  confirm: "Accept endorsement",
  done: "Endorsement accepted.",
};
const DECLINE: ActionWords = {
  opener: "Decline…",
  title: "Decline this endorsement?",
  text: "It is not published. The organization can offer another one after 30 days.",
  confirm: "Decline endorsement",
  done: "Endorsement declined.",
};
const REMOVE: ActionWords = {
  opener: "Remove…",
  title: "Remove this endorsement?",
  text: "It disappears from the pages of the badge and is revoked. This cannot be undone.",
  confirm: "Remove endorsement",
  done: "Endorsement removed.",
};
const WITHDRAW: ActionWords = {
  opener: "Withdraw…",
  title: "Withdraw this endorsement?",
  text: "It disappears from the pages of the badge and is revoked. This cannot be undone.",
  confirm: "Withdraw endorsement",
  done: "Endorsement withdrawn.",
};

/** What an organization can do with an endorsement. */
function listActions({ direction, state }: Endorsement): [Verb, ActionWords][] {
  if (state !== "offered" && state !== "accepted") return [];
  if (direction === "given") return [["withdraw", WITHDRAW]];
  return state === "offered"
    ? [
        ["accept", ACCEPT],
        ["decline", DECLINE],
      ]
    : [["decline", REMOVE]];
}

type EndorsementActionsProps = { organizationId: string; endorsement: Endorsement };

/** Buttons that accept, decline, remove or withdraw an endorsement after confirmation. */
export function EndorsementActions({ organizationId, endorsement }: EndorsementActionsProps) {
  const router = useRouter();
  const [confirmed, setConfirmed] = useState<Verb | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (verb: Verb) =>
      apiWrite<Endorsement>(
        "POST",
        organizationPath(organizationId, `endorsements/${endorsement.id}/${verb}`),
        {},
      ),
  });
  const send = (verb: Verb, { done }: ActionWords) =>
    mutate(verb, {
      onSuccess: () => {
        toast.success(done);
        router.refresh();
      },
      onSettled: () => setConfirmed(null),
    });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {listActions(endorsement).map(([verb, words]) => (
        <div key={verb}>
          <Button
            size="small"
            variant={verb === "accept" ? "secondary" : "quiet"}
            aria-label={`${words.opener} ${endorsement.badge_template.name}`}
            onClick={() => setConfirmed(verb)}
          >
            {words.opener}
          </Button>
          <ConfirmDialog
            open={confirmed === verb}
            onOpenChange={() => setConfirmed(null)}
            title={words.title}
            description={words.text}
            confirm={words.confirm}
            danger={verb !== "accept"}
            busy={isPending}
            onConfirm={() => send(verb, words)}
          />
        </div>
      ))}
    </div>
  );
}
