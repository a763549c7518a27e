import Link from "next/link";
import { BadgeArt } from "@/components/badge-templates/badge-art";
import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import { DateText } from "@/components/ui/time";
import type { IssuedBadge } from "@/lib/issued-badges/schema";
import { BadgeState } from "./badge-state";

function BadgeLine({ badge, home }: { badge: IssuedBadge; home: string }) {
  const { badge_template: template } = badge;
  return (
    <tr>
      <Cell>
        <Link
          href={`${home}/issued_badges/${badge.id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {badge.issued_to || badge.recipient_email}
        </Link>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{badge.recipient_email}</p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">{template.name}</p>
      </Cell>
      <Cell className="hidden md:table-cell">
        <div className="flex items-center gap-3">
          <BadgeArt src={template.image_url} name="" size={36} className="size-9" />
          <span className="line-clamp-2">{template.name}</span>
        </div>
      </Cell>
      <Cell>
        <BadgeState state={badge.state} />
      </Cell>
      <Cell className="hidden text-end text-ink-soft tabular-nums sm:table-cell">
        <DateText value={badge.issued_at_date} />
      </Cell>
      <Cell className="hidden text-end text-ink-soft tabular-nums lg:table-cell">
        {badge.expires_at_date ? (
          <DateText value={badge.expires_at_date} />
        ) : (
          <span className="text-ink-faint">Never</span>
        )}
      </Cell>
    </tr>
  );
}

/** Badges with their earner, template, state and dates; without a list address they cannot be sorted. */
export function BadgeTable({
  list,
  badges,
  home,
}: {
  list: ListAddress | null;
  badges: IssuedBadge[];
  home: string;
}) {
  const issued = { align: "end", className: "hidden sm:table-cell" } as const;
  const head = (
    <>
      <ColumnHead>Recipient</ColumnHead>
      <ColumnHead className="hidden md:table-cell">Badge</ColumnHead>
      <ColumnHead>State</ColumnHead>
      {list ? (
        <SortHead list={list} name="issued_at" fallback="-created_at" first="desc" {...issued}>
          Issued
        </SortHead>
      ) : (
        <ColumnHead {...issued}>Issued</ColumnHead>
      )}
      <ColumnHead align="end" className="hidden lg:table-cell">
        Expires
      </ColumnHead>
    </>
  );
  return (
    <Table label="Issued badges" head={head}>
      {badges.map((badge) => (
        <BadgeLine key={badge.id} badge={badge} home={home} />
      ))}
    </Table>
  );
}
