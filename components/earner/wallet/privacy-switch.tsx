"use client";

import { useTranslations } from "next-intl";
import { useId, useOptimistic, useTransition } from "react";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { apiMe } from "@/components/api";
import { useWrite } from "@/components/ui/form/use-write";

const TRACK = [
  "relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-edge bg-sunken transition-colors",
  "aria-checked:border-accent aria-checked:bg-accent aria-disabled:opacity-60",
  // With forced colours only system colours are visible as backgrounds.
  "forced-colors:aria-checked:bg-[Highlight]",
].join(" ");

/** Switches a badge between public and private. Changes at once and reverts if the request fails. */
export function PrivacySwitch({ badge }: { badge: { id: string; public: boolean } }) {
  const t = useTranslations("wallet.badge");
  const { write } = useWrite();
  const [isPending, start] = useTransition();
  const [isPublic, showOptimistic] = useOptimistic(badge.public);
  const id = useId();
  const toggle = () =>
    start(async () => {
      const nextPublic = !isPublic;
      showOptimistic(nextPublic);
      await write({
        send: () => apiMe<IssuedBadge>("PATCH", `/badges/${badge.id}`, { public: nextPublic }),
        done: () => t(nextPublic ? "now_public" : "now_private"),
      });
    });
  return (
    <div className="flex items-start gap-4">
      <button
        type="button"
        role="switch"
        aria-checked={isPublic}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
        aria-disabled={isPending || undefined}
        onClick={() => (isPending ? undefined : toggle())}
        className={TRACK}
      >
        <span
          aria-hidden="true"
          className={`size-5 rounded-full transition-transform ${isPublic ? "translate-x-6 bg-on-accent forced-colors:bg-[HighlightText]" : "translate-x-0.5 bg-edge forced-colors:bg-[ButtonText]"}`}
        />
      </button>
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-medium">
          {t("is_public")}
        </p>
        <p id={`${id}-text`} className="mt-0.5 text-sm text-ink-soft">
          {t(isPublic ? "public_text" : "private_text")}
        </p>
      </div>
    </div>
  );
}
