import type { ReactNode } from "react";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: why it is empty and the next step. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-start gap-4 rounded-xl border border-dashed border-line px-6 py-10 sm:px-10">
    <div className="max-w-prose">
      <h2 className="font-heading text-xl">{title}</h2>
      {children ? <div className="mt-1 text-ink-soft">{children}</div> : null}
    </div>
    {action}
  </div>
);
