import Link from "next/link";

const LINK =
  "inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current";

type CountProps = {
  value: number;
  /** The list of the counted items. */
  href?: string;
  /** What is counted, for screen readers: "grades of Nia". */
  of?: string;
};

/** A number of items that links to their list; a plain 0 when there are none. */
export const Count = ({ value, href, of }: CountProps) => {
  if (value === 0) return <span className="text-ink-faint">0</span>;
  const text = value.toLocaleString("en");
  if (!href) return text;
  return (
    <Link prefetch={false} href={href} className={LINK}>
      {text}
      {of ? <span className="sr-only"> {of}</span> : null}
    </Link>
  );
};
