import Link from "next/link";
import type { ComponentProps } from "react";

const VARIANTS = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-edge bg-canvas text-ink hover:bg-sunken",
  quiet: "border-transparent text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "border-negative bg-canvas text-negative hover:bg-negative-soft",
} as const;

const SIZES = {
  small: "min-h-8 px-2.5 text-[0.8125rem] gap-1.5",
  medium: "min-h-10 px-4 text-sm gap-2",
  /** Squares for an icon alone; such a button needs a label. */
  smallIcon: "size-8",
  mediumIcon: "size-10",
} as const;

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

/** The classes of a button, for elements that only look like one. */
export const buttonClass = ({ variant = "primary", size = "medium" }: Look = {}, extra = ""): string =>
  [
    "inline-flex shrink-0 items-center justify-center rounded-lg border font-medium no-underline transition-colors",
    "aria-disabled:opacity-60",
    VARIANTS[variant],
    SIZES[size],
    extra,
  ].join(" ");

type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean };

/** A button; while `busy` it keeps its place and focus, says so, and does nothing. */
export function Button({ variant, size, busy = false, className, type, onClick, ...rest }: ButtonProps) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  const guarded: ButtonProps["onClick"] = (event) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      {...rest}
      type={type ?? "button"}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={guarded}
      className={buttonClass(look, className)}
    />
  );
}

/** A link that looks like a button: it leads somewhere, it does not act. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  return <Link prefetch={false} {...rest} className={buttonClass(look, className)} />;
}
