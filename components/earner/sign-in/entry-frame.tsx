import type { ReactNode } from "react";
import { PublicFrame } from "@/components/ui/page/public-frame";

type EntryFrameProps = {
  title: string;
  lead?: string;
  /** The query parameters of the page to keep when the language changes. */
  query?: Record<string, string>;
  children?: ReactNode;
};

/** The layout of pages around sign-in: a narrow column with a headline in the public frame. */
export const EntryFrame = ({ title, lead, query = {}, children }: EntryFrameProps) => (
  <PublicFrame hasLinks={false} color={null} query={query}>
    <div className="mx-auto flex w-full max-w-md flex-col py-4 sm:py-10">
      <h1 className="font-heading text-4xl leading-tight wrap-anywhere">{title}</h1>
      {lead ? <p className="mt-2 wrap-anywhere text-ink-soft">{lead}</p> : null}
      {children ? <div className="mt-8">{children}</div> : null}
    </div>
  </PublicFrame>
);
