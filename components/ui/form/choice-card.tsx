import type { ComponentProps, ReactNode } from "react";

const CARD = [
  "relative flex items-center justify-center rounded-xl border border-line text-ink-soft transition-colors",
  "hover:border-edge has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
  "forced-colors:has-checked:outline-2",
].join(" ");

type ChoiceCardProps = Omit<ComponentProps<"input">, "type" | "size"> & {
  /** The label for screen readers; sighted users see the picture. */
  label?: string;
  children: ReactNode;
};

/** A radio button shown as a picture. Group several in a `Fieldset`; arrow keys move between them. */
export const ChoiceCard = ({ label, className = "", children, ...rest }: ChoiceCardProps) => (
  <label className={`${CARD} ${className}`}>
    <input
      {...rest}
      type="radio"
      aria-label={label}
      className="absolute inset-0 size-full cursor-pointer opacity-0"
    />
    {children}
  </label>
);
