import type { ReactNode } from "react";

type BadgeColumnsProps = { facts: ReactNode; aside?: ReactNode; children: ReactNode };

/** The columns below the header: facts on the left, long sections beside them. In one column the aside comes last. */
export const BadgeColumns = ({ facts, aside, children }: BadgeColumnsProps) => (
  <div className="mt-12 grid gap-x-14 gap-y-9 md:mt-14 md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] print:mt-8 print:grid-cols-1">
    <div className="border-t border-line pt-6">{facts}</div>
    <div className="flex min-w-0 flex-col gap-9 md:col-start-2 md:row-span-2 md:row-start-1 print:col-start-1 print:row-auto">
      {children}
    </div>
    {aside ? <div className="md:col-start-1 md:row-start-2 print:row-auto">{aside}</div> : null}
  </div>
);
