"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiFailure } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

const MessageFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-8">
    <h1 className="font-heading text-3xl leading-tight">{title}</h1>
    <div className="mt-3 flex max-w-prose flex-col items-start gap-5 text-base text-ink-soft">{children}</div>
  </main>
);

/** Shown while the badges load. */
export function LaunchSkeleton() {
  const t = useTranslations("launch");
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8 sm:py-8">
      <div role="status" aria-label={t("loading")} className="flex flex-col gap-4">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56" />
        <Skeleton className="mt-8 h-40 w-full rounded-2xl" />
        <Skeleton className="h-40 w-full rounded-2xl" />
      </div>
    </main>
  );
}

/** Shown without a valid token, for example after a reload. */
export function LaunchEnded() {
  const t = useTranslations("launch");
  return (
    <MessageFrame title={t("ended")}>
      <p role="alert">{t("ended_text")}</p>
    </MessageFrame>
  );
}

type LaunchBrokenProps = { error: Error; onRetry: () => void };

/** Shown when the badges could not be loaded, with a button to retry. */
export function LaunchBroken({ error, onRetry }: LaunchBrokenProps) {
  const t = useTranslations("launch");
  const id = error instanceof ApiFailure ? error.requestId : null;
  return (
    <MessageFrame title={t("broken")}>
      <p role="alert">
        {t("broken_text")}
        {id ? <span className="block text-sm text-ink-faint">{t("request", { id })}</span> : null}
      </p>
      <Button onClick={onRetry}>{t("again")}</Button>
    </MessageFrame>
  );
}
