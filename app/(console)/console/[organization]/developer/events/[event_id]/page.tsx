import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { AttemptList } from "@/components/console/webhooks/attempt-list";
import { DeliveryState } from "@/components/console/webhooks/delivery-state";
import { RedeliverOne } from "@/components/console/webhooks/redeliver-one";
import { CodeBox } from "@/components/ui/code-box";
import { Facts, Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { SecondText } from "@/components/ui/time/moment";
import { EVENT_DETAILS, type EventType } from "@/lib/platform/recording/choices";
import { presentEvent, type EventRow } from "@/lib/delivery/events/serializer";
import { getEvent } from "@/lib/delivery/events/service";
import type { WebhookDeliveryDetail } from "@/lib/delivery/webhooks/schema";
import { presentDeliveryDetail, presentEventPayload } from "@/lib/delivery/webhooks/serializer";
import { getEventDelivery } from "@/lib/delivery/webhooks/service";
import { clock } from "@/lib/kernel/clock";
import { isUuid } from "@/lib/kernel/ids";
import { may, orNotFound, requireConsoleMember } from "../../../../../console-caller";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "Event" };

type Props = { params: Promise<{ organization: string; event_id: string }> };

const LINK = "text-accent underline underline-offset-4";

const describeType = (type: string): string =>
  EVENT_DETAILS[type as EventType]?.description ?? "A test of your endpoint.";

function Delivery({ delivery, home }: { delivery: WebhookDeliveryDetail | null; home: string }) {
  if (!delivery) {
    return (
      <p className="text-sm text-ink-soft">
        Not sent. When it happened, webhooks were off or did not include this type.{" "}
        <Link href={`${home}/developer/webhooks`} className={LINK}>
          Webhook settings
        </Link>
      </p>
    );
  }
  const { attempts, attempts_count: total } = delivery;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <DeliveryState delivery={delivery} />
        <Link href={`${home}/developer/webhooks/deliveries/${delivery.id}`} className={LINK}>
          View delivery
        </Link>
      </p>
      {attempts.length === 0 ? (
        <p className="text-sm text-ink-soft">No attempts yet.</p>
      ) : (
        <AttemptList attempts={attempts} total={total} />
      )}
    </>
  );
}

const EventFacts = ({ event, home }: { event: EventRow; home: string }) => (
  <Facts
    facts={[
      { term: "Sent when", value: describeType(event.eventType) },
      { term: "Time", value: <SecondText value={event.occurredAt.toISOString()} /> },
      { term: "Event ID", value: <code className="text-[0.8125rem]">{event.id}</code> },
      {
        term: "About",
        value: (
          <Link href={`${home}/developer/events?subject_id=${event.subjectId}`} className={LINK}>
            <code className="text-[0.8125rem]">{event.subjectId}</code>
          </Link>
        ),
      },
    ]}
  />
);

export default async function EventPage({ params }: Props) {
  const { organization: slug, event_id: id } = await params;
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { caller } = member;
  if (!isUuid(id)) notFound();
  const found = await orNotFound(getEvent(caller, id));
  const row = await getEventDelivery(caller, id);
  const delivery = row ? presentDeliveryDetail(row) : null;
  const home = `/console/${slug}`;
  const payload = delivery?.payload ?? presentEventPayload(found.event, clock.now());
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{found.event.eventType}</span>}
        back={{ href: `${home}/developer/events`, label: "Events" }}
        actions={
          delivery && may(caller, "memberships", "write") ? (
            <RedeliverOne organizationId={caller.organizationId} id={delivery.id} />
          ) : null
        }
      />
      <SectionTabs member={member} current="/events" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <EventFacts event={found.event} home={home} />
        <Section title="Payload">
          <CodeBox
            label="Body of the webhook"
            text={JSON.stringify(payload, null, 2)}
            hint="delivered_at is the time of the attempt."
          />
          <CodeBox
            label="Event in the API"
            text={JSON.stringify(presentEvent(found), null, 2)}
            hint="With the current state of what it is about, as far as you may read it."
          />
        </Section>
        <Section title="Delivery">
          <Delivery delivery={delivery} home={home} />
        </Section>
      </div>
    </>
  );
}
