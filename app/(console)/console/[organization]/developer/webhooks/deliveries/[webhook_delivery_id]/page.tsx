import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { CodeBox } from "@/components/ui/code-box";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { MomentText, SecondText } from "@/components/ui/time/moment";
import { AttemptList } from "@/components/console/webhooks/attempt-list";
import { DeliveryState, formatReason } from "@/components/console/webhooks/delivery-state";
import { RedeliverOne } from "@/components/console/webhooks/redeliver-one";
import { isUuid } from "@/lib/kernel/ids";
import type { WebhookDeliveryDetail } from "@/lib/delivery/webhooks/schema";
import { presentDeliveryDetail } from "@/lib/delivery/webhooks/serializer";
import { getDelivery } from "@/lib/delivery/webhooks/service";
import { requireConsoleMember, may, orNotFound } from "../../../../../../console-caller";
import { SectionTabs } from "../../../section";

export const metadata: Metadata = { title: "Webhook delivery" };

type Props = { params: Promise<{ organization: string; webhook_delivery_id: string }> };

const PATH = "/developer/webhooks/deliveries";

const optionalMoment = (value: string | null) => (value ? <MomentText value={value} /> : null);

function deliveryFacts(delivery: WebhookDeliveryDetail, eventHref: string): Fact[] {
  const facts = [
    { term: "State", value: <DeliveryState delivery={delivery} /> },
    {
      term: "Event",
      value: (
        <>
          <code className="text-[0.8125rem]">{delivery.event_id}</code>{" "}
          <Link href={eventHref} className="text-accent underline underline-offset-4">
            View event
          </Link>
        </>
      ),
    },
    { term: "Created", value: optionalMoment(delivery.created_at) },
    { term: "Last result", value: delivery.last_reason && formatReason(delivery.last_reason) },
    {
      term: "Next attempt",
      value: delivery.next_attempt_at && <SecondText value={delivery.next_attempt_at} />,
    },
    { term: "Retries until", value: optionalMoment(delivery.retried_until) },
    {
      term: delivery.state === "failed" ? "Given up" : "Delivered",
      value: optionalMoment(delivery.finished_at),
    },
  ];
  return facts.filter(({ value }) => value !== null && value !== "");
}

const Payload = ({ payload }: Pick<WebhookDeliveryDetail, "payload">) =>
  payload ? (
    <CodeBox
      label="Body of the last attempt"
      text={JSON.stringify(payload, null, 2)}
      hint="Only delivered_at differs between attempts. Use the API to get the full event by its ID."
    />
  ) : (
    <p className="text-sm text-ink-soft">No request sent yet.</p>
  );

export default async function DeliveryPage({ params }: Props) {
  const { organization: slug, webhook_delivery_id: id } = await params;
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { caller } = member;
  if (!isUuid(id)) notFound();
  const delivery = presentDeliveryDetail(await orNotFound(getDelivery(caller, id)));
  const developer = `/console/${slug}/developer`;
  const eventHref = `${developer}/events/${delivery.event_id}`;
  const { attempts, attempts_count: total } = delivery;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{delivery.event_type}</span>}
        back={{ href: `/console/${slug}${PATH}`, label: "Deliveries" }}
        actions={
          may(caller, "memberships", "write") ? (
            <RedeliverOne organizationId={caller.organizationId} id={id} />
          ) : null
        }
      />
      <SectionTabs member={member} current="/webhooks" />
      <div className="grid gap-10">
        <Facts facts={deliveryFacts(delivery, eventHref)} />
        <Section title={`Attempts (${total.toLocaleString("en")})`}>
          {attempts.length === 0 ? (
            <p className="text-sm text-ink-soft">No attempts yet.</p>
          ) : (
            <AttemptList attempts={attempts} total={total} />
          )}
          {attempts.length < total ? (
            <p className="text-sm text-ink-soft">Showing the last {attempts.length}.</p>
          ) : null}
        </Section>
        <Section title="Payload">
          <Payload payload={delivery.payload} />
        </Section>
      </div>
    </>
  );
}
