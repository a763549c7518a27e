import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { ServiceMove } from "@/lib/moving/service-moves/schema";
import { STATE_WORDS } from "./move-words";

/** The state of a move as a tag. */
export function MoveState({ state }: Pick<ServiceMove, "state">) {
  const { label, tone } = STATE_WORDS[state];
  return <Tag tone={tone}>{label}</Tag>;
}

/** The columns of the list of moves. `page`: the address of the list. */
export const moveColumns = (page: string): Column<ServiceMove>[] => [
  {
    key: "organization",
    label: "Organization there",
    isFixed: true,
    cell: ({ id, base_url: address, inspection: { name } }) => (
      <>
        <Link href={`${page}/${id}`} prefetch={false} className="font-medium underline">
          {name}
        </Link>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{address}</p>
      </>
    ),
  },
  {
    key: "state",
    label: "State",
    isFixed: true,
    className: "align-top",
    cell: MoveState,
  },
  {
    key: "records",
    label: "Created",
    from: "sm",
    isFigure: true,
    className: "align-top text-ink-soft",
    cell: ({ report }) => (report ? report.created.toLocaleString("en") : "–"),
  },
  {
    key: "date",
    label: "Checked",
    from: "md",
    isFigure: true,
    className: "align-top text-ink-soft",
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
];
