import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import type { BadgeBulkActionItem } from "@/lib/badges/bulk-actions/schema";
import { ITEM_TAGS } from "./bulk-words";

const StatusTag = ({ status }: Pick<BadgeBulkActionItem, "status">) => {
  const [tone, label] = ITEM_TAGS[status];
  return <Tag tone={tone}>{label}</Tag>;
};

/** The badge; a deleted one has no name and no page. */
function BadgeCell({ item, home }: { item: BadgeBulkActionItem; home: string }) {
  if (item.recipient_email === null) return <p className="text-ink-faint">Deleted badge</p>;
  return (
    <>
      <Link
        prefetch={false}
        href={`${home}/issued_badges/${item.badge_id}`}
        className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
      >
        {item.recipient_name || item.recipient_email}
      </Link>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{item.badge_template_name}</p>
      <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-soft md:hidden">{item.message}</p>
    </>
  );
}

/** The columns of the badges of a bulk action. */
export const itemColumns = (home: string): Column<BadgeBulkActionItem>[] => [
  {
    key: "badge",
    label: "Badge",
    isFixed: true,
    className: "align-top",
    cell: (item) => <BadgeCell item={item} home={home} />,
  },
  {
    key: "status",
    label: "Status",
    isFixed: true,
    className: "align-top",
    cell: ({ status }) => <StatusTag status={status} />,
  },
  {
    key: "reason",
    label: "Reason",
    from: "md",
    className: "w-1/2 align-top",
    cell: ({ message }) => <span className="text-[0.8125rem] wrap-anywhere text-ink-soft">{message}</span>,
  },
];
