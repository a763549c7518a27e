import type { ComponentProps, MouseEvent } from "react";

const VARIANTS = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-edge bg-canvas text-ink hover:bg-sunken",
  quiet: "border-transparent text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "border-negative bg-canvas text-negative hover:bg-negative-soft",
} as const;

const SIZES = {
  small: "min-h-8 px-2.5 text-[0.8125rem] gap-1.5",
  medium: "min-h-10 px-4 text-sm gap-2",
  /** Squares for a single icon. Such a button needs an `aria-label`. */
  smallIcon: "size-8",
  mediumIcon: "size-10",
} as const;

export type ButtonStyle = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

/** Returns the classes of a button, for elements that only look like one. */
export const buttonClass = ({ variant = "primary", size = "medium" }: ButtonStyle = {}, extra = ""): string =>
  [
    "inline-flex shrink-0 items-center justify-center rounded-lg border font-medium no-underline transition-colors",
    // `:disabled` would also match in a fieldset that is disabled until the scripts run, and every button would flash.
    "aria-disabled:opacity-60 [&[disabled]]:opacity-60",
    VARIANTS[variant],
    SIZES[size],
    extra,
  ].join(" ");

type ButtonProps = ComponentProps<"button"> & ButtonStyle & { busy?: boolean };

/**
 * A button. While `busy` it keeps its place and focus, announces that it is busy, and ignores clicks. Without `busy`
 * and `onClick` it has no handler, so a server component can render it.
 */
export function Button({ variant, size, busy = false, className, type, onClick, ...rest }: ButtonProps) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  const guarded = busy ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <button
      {...rest}
      type={type ?? "button"}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...(guarded ? { onClick: guarded } : {})}
      className={buttonClass(look, className)}
    />
  );
}
