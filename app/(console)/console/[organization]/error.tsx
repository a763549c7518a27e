"use client";

import { Failure, type FailureProps } from "@/components/console/frame/failure";

/** Within the console: its navigation leads on. */
export default function PageError(props: FailureProps) {
  return <Failure {...props} />;
}
