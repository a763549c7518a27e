import type { Metadata } from "next";
import Link from "next/link";
import { FieldList } from "@/components/console/api-reference/field-list";
import { EVENT_GROUPS } from "@/components/console/webhooks/event-words";
import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { Tag } from "@/components/ui/tag";
import { buildSamplePayload } from "@/lib/delivery/webhooks/payload";
import { getWebhookSettings } from "@/lib/delivery/webhooks/service";
import { getSchemaReference } from "@/lib/http/reference/service";
import { requireConsoleMember } from "../../../../../console-caller";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "Event types" };

type Props = { params: Promise<{ organization: string }> };

const LINK = "text-accent underline underline-offset-4";

type EventTypeProps = {
  type: string;
  description: string;
  isSubscribed: boolean;
  sample: unknown;
  home: string;
};

const EventTypeItem = ({ type, description, isSubscribed, sample, home }: EventTypeProps) => (
  <li id={type} className="flex scroll-mt-6 flex-col gap-2 py-4">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-mono text-[0.8125rem] font-semibold wrap-anywhere">{type}</h3>
      {isSubscribed ? <Tag tone="positive">Subscribed</Tag> : null}
      <Link
        prefetch={false}
        href={`${home}/developer/events?event_type=${type}`}
        className={`ms-auto text-sm ${LINK}`}
        aria-label={`Show events of the type ${type}`}
      >
        Show events
      </Link>
    </div>
    <p className="text-sm text-ink-soft">{description}</p>
    <details>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-accent">
        Sample payload
      </summary>
      <div className="mt-2">
        <CodeBox label={`Payload of ${type}`} text={JSON.stringify(sample, null, 2)} />
      </div>
    </details>
  </li>
);

async function PayloadFields() {
  const [fields, eventFields] = await Promise.all([
    getSchemaReference("WebhookPayload"),
    getSchemaReference("Event"),
  ]);
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Fields">
        <p className="text-sm text-ink-soft">The same for every type.</p>
        <FieldList fields={fields} />
      </Section>
      <Section title="Event in the API">
        <p className="text-sm text-ink-soft">
          A payload says only what happened. Get the event by its ID to see what it is about.
        </p>
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-accent">
            Fields of the event
          </summary>
          <div className="mt-2">
            <FieldList fields={eventFields} />
          </div>
        </details>
      </Section>
    </div>
  );
}

export default async function EventTypesPage({ params }: Props) {
  const { organization: slug } = await params;
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { caller } = member;
  const home = `/console/${slug}`;
  const subscribed = new Set((await getWebhookSettings(caller)).allowedWebhooks);
  return (
    <>
      <PageHeader
        title="Event types"
        back={{ href: `${home}/developer/webhooks`, label: "Webhooks" }}
        description="When each event is sent, and what your endpoint receives."
      />
      <SectionTabs member={member} current="/webhooks" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-10">
          {EVENT_GROUPS.map(({ legend, types }) => (
            <Section key={legend} title={legend}>
              <ul className="divide-y divide-line border-y border-line">
                {Object.entries(types).map(([type, description]) => (
                  <EventTypeItem
                    key={type}
                    type={type}
                    description={description}
                    isSubscribed={subscribed.has(type)}
                    sample={buildSamplePayload(caller.organizationId, type)}
                    home={home}
                  />
                ))}
              </ul>
            </Section>
          ))}
        </div>
        <PayloadFields />
      </div>
    </>
  );
}
