"use client";

import type { ReactNode } from "react";
import { ApiFailure } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

const Plain = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-8">
    <h1 className="font-heading text-3xl leading-tight">{title}</h1>
    <div className="mt-3 flex max-w-prose flex-col items-start gap-5 text-base text-ink-soft">{children}</div>
  </main>
);

/** While the badges are on their way. */
export const LaunchSkeleton = () => (
  <main className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8 sm:py-8">
    <div role="status" aria-label="Loading your badges" className="flex flex-col gap-4">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-8 h-40 w-full rounded-2xl" />
      <Skeleton className="h-40 w-full rounded-2xl" />
    </div>
  </main>
);

/** No token, after a reload for instance, or one that is no longer good. */
export const LaunchEnded = () => (
  <Plain title="Open this page from your course">
    <p role="alert">
      This page does not keep you signed in. Go back to your course and open the link to your badges once
      more.
    </p>
  </Plain>
);

type LaunchBrokenProps = { error: Error; onRetry: () => void };

/** Nothing could be read; it may work a moment later. */
export function LaunchBroken({ error, onRetry }: LaunchBrokenProps) {
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <Plain title="Your badges could not be loaded">
      <p role="alert">
        {failure?.message ?? "Something went wrong."}
        {failure?.requestId ? (
          <span className="block text-sm text-ink-faint">Request {failure.requestId}</span>
        ) : null}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </Plain>
  );
}
