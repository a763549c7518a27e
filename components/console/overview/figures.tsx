import Link from "next/link";

export type Figure = {
  label: string;
  value: number;
  /** The count stopped early, so the real number may be higher. */
  isMinimum?: boolean;
  href: string;
  tone?: "caution";
};

/** Key figures. Each links to its list. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] border-s border-t border-line">
    {figures.map(({ label, value, isMinimum, href, tone }) => (
      <li key={label} className="border-e border-b border-line">
        <Link
          prefetch={false}
          href={href}
          className="flex h-full flex-col justify-between gap-3 px-4 py-4 text-ink no-underline transition-colors hover:bg-sunken sm:px-5"
        >
          <span className={`text-[0.8125rem] ${tone ? "text-caution" : "text-ink-soft"}`}>{label}</span>
          <span className="font-heading text-end text-[2.125rem] leading-none lining-nums tabular-nums">
            {value.toLocaleString("en")}
            {isMinimum ? "+" : null}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
