"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";

type PeekContentProps<Data> = {
  /** The request for the row's data. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  title: (data: Data) => string;
  /** A line below the title: a state, what it belongs to. */
  description: (data: Data) => ReactNode;
  actions?: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** The content of a side panel: a heading, the actions and the details, once they are loaded. */
export function PeekContent<Data>({ query, title, description, actions, children }: PeekContentProps<Data>) {
  const { data, error, refetch } = query;
  if (data === undefined && error) {
    return (
      <Notice tone="negative" announce title="This could not be loaded">
        <p>{error.message}</p>
        <Button size="small" variant="secondary" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="mt-4 h-56" />
      </div>
    );
  }
  const shownActions = actions?.(data);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h2 className="font-heading text-2xl leading-tight wrap-anywhere">{title(data)}</h2>
        <div className="flex flex-wrap items-center gap-3 text-ink-soft">{description(data)}</div>
        {shownActions ? <div className="mt-2 flex flex-wrap items-center gap-2">{shownActions}</div> : null}
      </div>
      {children(data)}
    </div>
  );
}
