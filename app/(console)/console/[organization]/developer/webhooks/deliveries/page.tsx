import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { deliveryColumns } from "@/components/console/webhooks/delivery-columns";
import { DeliveryFilter } from "@/components/console/webhooks/delivery-filter";
import { RedeliverRange } from "@/components/console/webhooks/redeliver-range";
import { clock } from "@/lib/kernel/clock";
import { FILTER_STATES, DELIVERED_TYPES } from "@/lib/delivery/webhooks/schema";
import { presentDelivery } from "@/lib/delivery/webhooks/serializer";
import { getWebhookSettings, listDeliveries } from "@/lib/delivery/webhooks/service";
import { requireConsoleMember, may } from "../../../../../console-caller";
import {
  readChoice,
  csvHref,
  buildListAddress,
  readDay,
  serviceQuery,
  type PageQuery,
} from "../../../../../list-request";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "Webhook deliveries" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const PATH = "/developer/webhooks/deliveries";
const SORTS = ["created_at"];
const STATES = [
  { value: "", label: "All" },
  { value: "undelivered", label: "Failed" },
  { value: "failed", label: "Given up" },
  { value: "due", label: "Due" },
  { value: "done", label: "Delivered" },
];
const DAY_MS = 24 * 3_600_000;
const SUGGESTED_DAYS = 25;

/** Returns the suggested start date for redelivery: that of the list, or one before all deliveries still being retried. */
const suggestedSince = (since: string): string =>
  since || new Date(clock.now().getTime() - SUGGESTED_DAYS * DAY_MS).toISOString().slice(0, 10);

const noDeliveries = (webhooksHref: string) => (
  <EmptyState
    title="No deliveries yet"
    action={<ButtonLink href={webhooksHref}>Webhook settings</ButtonLink>}
  >
    Events that you subscribe to appear here with every delivery attempt.
  </EmptyState>
);

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { caller } = member;
  const { organizationId } = caller;
  const path = `/console/${slug}${PATH}`;
  const webhooksHref = `/console/${slug}/developer/webhooks`;
  const columns = deliveryColumns(path);
  const filters = {
    state: readChoice(parameters.state, FILTER_STATES),
    event_type: readChoice(parameters.event_type, DELIVERED_TYPES),
    since: readDay(parameters.since),
  };
  const list = buildListAddress(path, parameters, { filters, sorts: SORTS, columns });
  const query = serviceQuery(list, filters);
  const { webhookUrl } = await getWebhookSettings(caller);
  const mayRedeliver = webhookUrl !== null && may(caller, "memberships", "write");
  return (
    <>
      <PageHeader
        title="Deliveries"
        back={{ href: webhooksHref, label: "Webhooks" }}
        description="Events sent to your endpoint, and the result of each."
        actions={
          mayRedeliver ? (
            <RedeliverRange
              key={filters.since}
              organizationId={organizationId}
              since={suggestedSince(filters.since)}
            />
          ) : null
        }
      />
      <SectionTabs member={member} current="/webhooks" />
      <div className="mb-5 flex flex-col gap-5">
        <FilterTabs list={list} name="state" label="State" options={STATES} />
        <DeliveryFilter list={list} types={DELIVERED_TYPES} />
      </div>
      <ListTable
        label="Webhook deliveries"
        list={list}
        load={() => listDeliveries(caller, readListInput(query))}
        present={presentDelivery}
        columns={columns}
        fallback="-created_at"
        noun={["delivery", "deliveries"]}
        empty={noDeliveries(webhooksHref)}
        csv={csvHref(organizationId, "webhook_deliveries", query)}
      />
    </>
  );
}
