import type { ReactNode } from "react";
import Link from "next/link";

type PageHeaderProps = {
  title: ReactNode;
  /** The list that this page was opened from. */
  back?: { href: string; label: string };
  description?: ReactNode;
  actions?: ReactNode;
};

/** The header of a page: its only h1, a description and the actions. */
export function PageHeader({ title, back, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-col gap-3">
      {back ? (
        <Link
          prefetch={false}
          href={back.href}
          className="inline-flex min-h-6 items-center self-start text-sm text-ink-soft no-underline hover:text-ink hover:underline"
        >
          <span aria-hidden="true">←&nbsp;</span>
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="font-heading text-3xl leading-tight sm:text-[2.125rem]">{title}</h1>
          {description ? <p className="mt-1.5 max-w-prose text-ink-soft">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
