import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import { Facts, Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { EndpointHealth } from "@/components/console/webhooks/endpoint-health";
import { SettingsForm } from "@/components/console/webhooks/settings-form";
import { SigningSecret } from "@/components/console/webhooks/signing-secret";
import { TestEvent } from "@/components/console/webhooks/test-event";
import { VerificationCode } from "@/components/console/webhooks/verification-code";
import { WebhookHealth } from "@/components/console/webhooks/webhook-health";
import type { Caller } from "@/lib/access/callers/caller";
import type { WebhookSettings } from "@/lib/delivery/webhooks/schema";
import { presentSettings } from "@/lib/delivery/webhooks/serializer";
import {
  getEndpointHealth,
  getWebhookSecret,
  getWebhookSettings,
  listDeliveries,
} from "@/lib/delivery/webhooks/service";
import { requireConsoleMember, may } from "../../../../console-caller";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "Webhooks" };

type Props = { params: Promise<{ organization: string }> };

async function countUndelivered(caller: Caller): Promise<number> {
  const query = new URLSearchParams({ filter: "state::undelivered", per: "1" });
  return (await listDeliveries(caller, readListInput(query))).total;
}

// The secret itself stays on the server until a person reveals it.
async function previousSecretEnd(caller: Caller): Promise<string | null> {
  const { webhookPreviousSecretUntil: until } = await getWebhookSecret(caller);
  return until?.toISOString() ?? null;
}

const blockingReason = (settings: WebhookSettings): string | null => {
  if (!settings.webhook_url) return "Enter an endpoint URL first.";
  return settings.data_services_enabled ? null : "Turn on data services first.";
};

function DataServices({ settings, home }: { settings: WebhookSettings; home: string }) {
  const { data_services_applications: applications } = settings;
  if (applications.length === 0) return "Off (no application has turned them on)";
  return (
    <>
      On for{" "}
      {applications.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link
            href={`${home}/developer/oauth_applications/${id}`}
            className="text-accent underline underline-offset-4"
          >
            {name}
          </Link>
        </span>
      ))}
    </>
  );
}

/** The settings for members who may not change them. */
const ReadOnly = ({ settings }: { settings: WebhookSettings }) => (
  <Section title="Settings">
    <Facts
      facts={[
        { term: "Endpoint URL", value: settings.webhook_url ?? "None" },
        {
          term: "Counts as delivered",
          value: settings.accepts_any_success ? "Any 2xx status" : "Status 200",
        },
        { term: "Data services", value: settings.data_services_enabled ? "On" : "Off" },
        { term: "Event types", value: settings.allowed_webhooks.join(", ") || "None" },
      ]}
    />
  </Section>
);

type AdministrationProps = {
  caller: Caller;
  settings: WebhookSettings;
  home: string;
  deliveriesHref: string;
};

async function Administration({ caller, settings, home, deliveriesHref }: AdministrationProps) {
  const { organizationId } = caller;
  return (
    <>
      <Section title="Settings">
        <Facts facts={[{ term: "Data services", value: <DataServices settings={settings} home={home} /> }]} />
        <SettingsForm organizationId={organizationId} settings={settings} />
      </Section>
      <div className="grid gap-12 lg:grid-cols-2">
        <Section title="Signing secret">
          <SigningSecret organizationId={organizationId} previousEndsAt={await previousSecretEnd(caller)} />
        </Section>
        <Section title="Test event">
          <TestEvent
            organizationId={organizationId}
            deliveriesHref={deliveriesHref}
            obstacle={blockingReason(settings)}
          />
        </Section>
      </div>
    </>
  );
}

export default async function WebhooksPage({ params }: Props) {
  const { organization: slug } = await params;
  const member = await requireConsoleMember(slug, { scope: "events" });
  const { caller } = member;
  const home = `/console/${slug}`;
  const deliveriesHref = `${home}/developer/webhooks/deliveries`;
  const [row, undelivered, health] = await Promise.all([
    getWebhookSettings(caller),
    countUndelivered(caller),
    getEndpointHealth(caller),
  ]);
  const settings = presentSettings(row);
  const mayChange = may(caller, "memberships", "write");
  const mayTurnOn = may(caller, "oauth_applications", "write");
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Send signed events to your own systems. Failed deliveries are retried."
        actions={
          <>
            <ButtonLink variant="secondary" href={`${home}/developer/webhooks/event_types`}>
              Event types
            </ButtonLink>
            <ButtonLink variant="secondary" href={deliveriesHref}>
              Deliveries
            </ButtonLink>
          </>
        }
      />
      <SectionTabs member={member} current="/webhooks" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <WebhookHealth
          settings={settings}
          undelivered={undelivered}
          undeliveredHref={`${deliveriesHref}?state=undelivered`}
          applicationsHref={mayTurnOn ? `${home}/developer/oauth_applications` : null}
        />
        {health.week.attempts > 0 ? <EndpointHealth health={health} /> : null}
        {mayChange ? (
          <Administration caller={caller} settings={settings} home={home} deliveriesHref={deliveriesHref} />
        ) : (
          <ReadOnly settings={settings} />
        )}
        <Section title="Verify signatures">
          <VerificationCode />
        </Section>
      </div>
    </>
  );
}
