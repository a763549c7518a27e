import type { ComponentProps, ReactNode } from "react";

const CARD = [
  "relative flex items-center justify-center rounded-xl border border-line text-ink-soft transition-colors",
  "hover:border-edge has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
  "forced-colors:has-checked:outline-2",
].join(" ");

type ChoiceCardProps = Omit<ComponentProps<"input">, "type" | "size"> & {
  /** What is chosen, for listeners; the picture says it to those who see. */
  label?: string;
  children: ReactNode;
};

/** One of several, as a picture; group them in a `Fieldset`. Arrow keys go from one to the next. */
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
