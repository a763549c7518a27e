import type { Metadata } from "next";
import { eventColumns, type EventItem } from "@/components/console/events/event-columns";
import { EventFilters } from "@/components/console/events/event-filters";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Caller } from "@/lib/access/callers/caller";
import { EVENT_TYPES } from "@/lib/platform/recording/choices";
import type { EventRow } from "@/lib/delivery/events/serializer";
import { findEvents } from "@/lib/delivery/events/service";
import { presentDelivery, type DeliveryRow } from "@/lib/delivery/webhooks/serializer";
import { findDeliveriesOfEvents } from "@/lib/delivery/webhooks/service";
import { isUuid } from "@/lib/kernel/ids";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireConsoleMember } from "../../../../console-caller";
import {
  buildListAddress,
  readChoice,
  readDay,
  readSearchText,
  serviceQuery,
  type PageQuery,
  type QueryParameters,
} from "../../../../list-request";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "Events" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** The id of nothing. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

function readList(path: string, parameters: QueryParameters) {
  const filters = {
    event_type: readChoice(parameters.event_type, EVENT_TYPES),
    subject_id: readSearchText(parameters.subject_id),
    from: readDay(parameters.from),
    until: readDay(parameters.until),
  };
  const columns = eventColumns({ path, params: {} });
  const list = buildListAddress(path, parameters, { filters, sorts: ["occurred_at"], columns });
  const { from, until, subject_id: subject, event_type } = filters;
  const isUsable = subject === "" || isUuid(subject);
  const query = serviceQuery(list, {
    event_type,
    subject_id: isUsable ? subject : NO_ID,
    occurred_at_min: from,
    occurred_at_max: until,
  });
  return { list, query, idError: isUsable ? undefined : `“${subject}” is not an ID.` };
}

type EventWithDelivery = EventRow & { delivery: DeliveryRow | undefined };

async function loadEvents(caller: Caller, query: URLSearchParams) {
  const page = await findEvents(caller, readListInput(query));
  const deliveries = await findDeliveriesOfEvents(
    caller,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, delivery: deliveries.get(row.id) })) };
}

const presentItem = ({ id, eventType, occurredAt, subjectId, delivery }: EventWithDelivery): EventItem => ({
  id,
  event_type: eventType,
  occurred_at: occurredAt.toISOString(),
  subject_id: subjectId,
  delivery: delivery ? presentDelivery(delivery) : null,
});

export default async function EventsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { list, query, idError } = readList(`/console/${slug}/developer/events`, parameters);
  return (
    <>
      <PageHeader
        title="Events"
        description="Everything that happened in your organization, and whether your endpoint was told."
      />
      <SectionTabs member={member} current="/events" />
      <EventFilters list={list} idError={idError} />
      <ListTable
        label="Events"
        list={list}
        load={() => loadEvents(member.caller, query)}
        present={presentItem}
        columns={eventColumns(list)}
        fallback="-occurred_at"
        noun={["event", "events"]}
        empty={
          <EmptyState title="No events yet">
            Events appear here when badges, templates or employees change.
          </EmptyState>
        }
      />
    </>
  );
}
