import Link from "next/link";
import { DeliveryState } from "@/components/console/webhooks/delivery-state";
import type { Column } from "@/components/ui/list/data-table";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";
import { SecondText } from "@/components/ui/time/moment";
import type { WebhookDelivery } from "@/lib/delivery/webhooks/schema";

/** An event in the list, with the state of its delivery if it was to be sent. */
export type EventItem = {
  id: string;
  event_type: string;
  occurred_at: string;
  subject_id: string;
  delivery: WebhookDelivery | null;
};

const ID = "font-mono text-2xs wrap-anywhere text-ink-faint";

/** The columns of the list of events. */
export const eventColumns = (list: ListAddress): Column<EventItem>[] => [
  {
    key: "event",
    label: "Event",
    isFixed: true,
    cell: ({ id, event_type: type, occurred_at: at }) => (
      <>
        <Link
          prefetch={false}
          href={`${list.path}/${id}`}
          className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {type}
        </Link>
        <p className="mt-0.5 text-[0.8125rem] text-ink-faint md:hidden">
          <SecondText value={at} />
        </p>
      </>
    ),
  },
  {
    key: "delivery",
    label: "Delivery",
    cell: ({ delivery }) =>
      delivery ? <DeliveryState delivery={delivery} /> : <span className="text-ink-faint">Not sent</span>,
  },
  {
    key: "subject",
    label: "About",
    from: "lg",
    cell: ({ subject_id: subject }) => (
      <Link
        prefetch={false}
        href={listHref(list, { subject_id: subject })}
        title="Show only events about this"
        className={`${ID} inline-flex min-h-6 items-center no-underline hover:underline`}
      >
        {subject}
      </Link>
    ),
  },
  { key: "id", label: "Event ID", isExtra: true, className: ID, cell: ({ id }) => id },
  {
    key: "occurred",
    label: "Time",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "occurred_at", first: "desc" },
    cell: ({ occurred_at: at }) => <SecondText value={at} />,
  },
];
