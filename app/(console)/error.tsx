"use client";

import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ConsoleError({ error, reset }: Props) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-xl flex-col items-start justify-center gap-4 px-5"
    >
      <h1 className="font-heading text-3xl leading-tight">Something went wrong on our side</h1>
      <p className="text-ink-soft">
        Nothing was changed. Please try again
        {error.digest ? `; if it stays, give us this number: ${error.digest}` : ""}.
      </p>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
