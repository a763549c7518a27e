"use client";

import { Failure, type FailureProps } from "@/components/console/frame/failure";

/** Errors of pages, shown inside the frame of the console. */
export default function PageError(props: FailureProps) {
  return <Failure {...props} />;
}
