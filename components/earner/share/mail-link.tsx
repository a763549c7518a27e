"use client";

import type { ComponentProps } from "react";

/** A link that opens the mail program, and reports to `countedAt` that it was used. */
export const MailLink = ({ countedAt, ...rest }: ComponentProps<"a"> & { countedAt: string }) => (
  <a {...rest} onClick={() => navigator.sendBeacon(countedAt)} />
);
