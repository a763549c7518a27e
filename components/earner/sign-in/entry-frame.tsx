import type { ReactNode } from "react";
import { PublicFrame } from "@/components/ui/public-frame";

type EntryFrameProps = {
  title: string;
  lead?: string;
  /** What the address of the page has behind its `?` and must keep when the language is changed. */
  query?: Record<string, string>;
  children?: ReactNode;
};

/** A page on the way in: one narrow column with a headline, in the frame that carries the languages. */
export const EntryFrame = ({ title, lead, query = {}, children }: EntryFrameProps) => (
  <PublicFrame color={null} query={query}>
    <div className="mx-auto flex w-full max-w-md flex-col py-4 sm:py-10">
      <h1 className="font-heading text-4xl leading-tight wrap-anywhere">{title}</h1>
      {lead ? <p className="mt-2 wrap-anywhere text-ink-soft">{lead}</p> : null}
      {children ? <div className="mt-8">{children}</div> : null}
    </div>
  </PublicFrame>
);
