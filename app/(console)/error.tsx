"use client";

import { Failure, type FailureProps } from "@/components/console/frame/failure";

/** Errors of the frame of the console itself. */
export default function ConsoleError(props: FailureProps) {
  return (
    <main className="mx-auto w-full max-w-5xl px-5 sm:px-8">
      <Failure {...props} />
    </main>
  );
}
