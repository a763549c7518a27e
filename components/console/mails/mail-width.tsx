import Link from "next/link";

export type MailWidth = "wide" | "narrow";

const WIDTHS: { value: MailWidth; label: string }[] = [
  { value: "wide", label: "Wide" },
  { value: "narrow", label: "Narrow" },
];

type WidthLinksProps = {
  width: MailWidth;
  /** Returns the URL of this page with another width. */
  href: (width: MailWidth) => string;
};

/** Links that choose the width of a preview. They work without JavaScript. */
export const WidthLinks = ({ width, href }: WidthLinksProps) => (
  <nav aria-label="Width" className="flex gap-4 text-sm">
    {WIDTHS.map(({ value, label }) => (
      <Link
        key={value}
        prefetch={false}
        scroll={false}
        href={href(value)}
        aria-current={value === width ? "true" : undefined}
        className="inline-flex min-h-8 items-center aria-[current]:font-semibold aria-[current]:no-underline"
      >
        {label}
      </Link>
    ))}
  </nav>
);

const BUTTON = [
  "min-h-8 rounded-md px-2.5 text-ink-soft hover:text-ink",
  "aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent forced-colors:aria-pressed:outline-2",
].join(" ");

type WidthButtonsProps = { width: MailWidth; onChange: (width: MailWidth) => void };

/** Buttons that choose the width of a preview in place. */
export const WidthButtons = ({ width, onChange }: WidthButtonsProps) => (
  <div role="group" aria-label="Width" className="flex gap-1 text-sm">
    {WIDTHS.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        aria-pressed={value === width}
        onClick={() => onChange(value)}
        className={BUTTON}
      >
        {label}
      </button>
    ))}
  </div>
);
