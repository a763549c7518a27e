import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import type { ListAddress } from "@/components/ui/list/list-address";
import { SecondText } from "@/components/ui/time/moment";
import type { TestMail } from "@/lib/delivery/test-mails/schema";

/** The columns of the mail inbox. */
export const testMailColumns = (list: ListAddress): Column<TestMail>[] => [
  {
    key: "subject",
    label: "Subject",
    isFixed: true,
    fields: [["subject", "Subject"]],
    cell: ({ id, subject, to }) => (
      <>
        <Link
          prefetch={false}
          href={`${list.path}/${id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {subject}
        </Link>
        <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-faint sm:hidden">{to.address}</p>
      </>
    ),
  },
  {
    key: "to",
    label: "To",
    from: "sm",
    className: "text-ink-soft wrap-anywhere",
    fields: [
      ["to.address", "Address"],
      ["to.name", "Name"],
    ],
    cell: ({ to }) => to.address,
  },
  {
    key: "time",
    label: "Time",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "sent_at", first: "desc" },
    fields: [["sent_at", "Time"]],
    cell: ({ sent_at: at }) => <SecondText value={at} />,
  },
];
