"use client";

import { ErrorView, type ErrorViewProps } from "@/components/console/frame/error-view";

/** Errors of the frame of the console itself. */
export default function ConsoleError(props: ErrorViewProps) {
  return (
    <main className="mx-auto w-full max-w-5xl px-5 sm:px-8">
      <ErrorView {...props} />
    </main>
  );
}
