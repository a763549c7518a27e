import type { ReactNode } from "react";
import { BadgeArt } from "@/components/public/badge/badge-art";

type BadgeHeadProps = {
  name: string;
  /** The id of the name, for elements that it labels. */
  nameId?: string;
  imageUrl: string;
  /** A line below the name: issuer and date. */
  facts: ReactNode;
  /** Content below the picture and the name. */
  children?: ReactNode;
};

/** A badge in a list: its picture, its name and a line of facts. */
export const BadgeHead = ({ name, nameId, imageUrl, facts, children }: BadgeHeadProps) => (
  <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-6">
    <BadgeArt src={imageUrl} name="" size={176} className="h-auto w-full sm:row-span-2" />
    <div className="min-w-0">
      <h3 id={nameId} className="font-heading text-xl leading-tight">
        {name}
      </h3>
      <p className="mt-1 text-sm text-ink-soft">{facts}</p>
    </div>
    {children ? <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div> : null}
  </div>
);
