import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { MomentText } from "@/components/ui/time/moment";
import type { WebhookDelivery } from "@/lib/delivery/webhooks/schema";
import { DeliveryState, formatReason } from "./delivery-state";

const Event = ({ delivery, href }: { delivery: WebhookDelivery; href: string }) => (
  <>
    <Link
      href={href}
      className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
    >
      {delivery.event_type}
    </Link>
    <p className="mt-0.5 text-[0.8125rem] text-ink-faint md:hidden">
      <MomentText value={delivery.created_at} />
    </p>
    {delivery.last_reason ? (
      <p className="text-[0.8125rem] text-ink-soft lg:hidden">{formatReason(delivery.last_reason)}</p>
    ) : null}
  </>
);

/** Returns the columns of a table of deliveries. */
export const deliveryColumns = (listHref: string): Column<WebhookDelivery>[] => [
  {
    key: "event",
    label: "Event",
    isFixed: true,
    cell: (delivery) => <Event delivery={delivery} href={`${listHref}/${delivery.id}`} />,
  },
  {
    key: "state",
    label: "State",
    isFixed: true,
    cell: (delivery) => <DeliveryState delivery={delivery} />,
  },
  {
    key: "attempts",
    label: "Attempts",
    from: "sm",
    isFigure: true,
    cell: ({ attempts_count: count }) => count.toLocaleString("en"),
  },
  {
    key: "reason",
    label: "Reason",
    from: "lg",
    className: "text-ink-soft",
    cell: ({ last_reason: reason }) => (reason ? formatReason(reason) : ""),
  },
  {
    key: "next",
    label: "Next attempt",
    from: "lg",
    isFigure: true,
    className: "text-ink-soft",
    cell: ({ next_attempt_at: at }) => (at ? <MomentText value={at} /> : ""),
  },
  {
    key: "created",
    label: "Created",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <MomentText value={at} />,
  },
];
