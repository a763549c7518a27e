"use client";

import { Button } from "@/components/ui/button";

export type ErrorViewProps = { error: Error & { digest?: string }; reset: () => void };

/** Shown when a page of the console fails to render. Offers to try again. */
export function ErrorView({ error, reset }: ErrorViewProps) {
  return (
    <div role="alert" className="flex max-w-2xl flex-col items-start gap-4 py-6 sm:py-12">
      <h1 className="font-heading text-4xl leading-tight">Something went wrong on our side</h1>
      <p className="text-ink-soft">
        Nothing was changed. Try again.{" "}
        {error.digest ? ` If it happens again, contact support with error code ${error.digest}.` : ""}
      </p>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
