"use client";

import { ErrorView, type ErrorViewProps } from "@/components/console/frame/error-view";

/** Errors of pages, shown inside the frame of the console. */
export default function PageError(props: ErrorViewProps) {
  return <ErrorView {...props} />;
}
