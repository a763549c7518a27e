import type { ReactNode } from "react";

export type Fact = { term: string; value: ReactNode };

/** A description list, one term and value per line. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="divide-y divide-line border-y border-line text-sm">
    {facts.map(({ term, value }) => (
      <div key={term} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="text-ink-faint">{term}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A section of a page with its heading. */
export const Section = ({
  id,
  title,
  action,
  children,
}: {
  id?: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <section {...(id ? { id } : {})} className="flex flex-col gap-4">
    <div className="flex items-baseline justify-between gap-4">
      <h2 className="font-heading text-xl">{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
