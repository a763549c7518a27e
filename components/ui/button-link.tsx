import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonStyle } from "./button";

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  return <Link prefetch={false} {...rest} className={buttonClass(look, className)} />;
}
