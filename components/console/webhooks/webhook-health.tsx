import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { MomentText } from "@/components/ui/time/moment";
import type { WebhookSettings } from "@/lib/delivery/webhooks/schema";

type WebhookHealthProps = {
  settings: WebhookSettings;
  /** The number of deliveries with failed attempts, whether retried or given up. */
  undelivered: number;
  undeliveredHref: string;
  /** The page where data services are turned on; null if the member is not allowed to. */
  applicationsHref: string | null;
};

const LINK = "text-accent underline underline-offset-4";

const FailedDeliveries = ({
  undelivered,
  undeliveredHref,
}: Pick<WebhookHealthProps, "undelivered" | "undeliveredHref">) =>
  undelivered === 0 ? null : (
    <Link href={undeliveredHref} className={LINK}>
      {undelivered.toLocaleString("en")} {undelivered === 1 ? "delivery" : "deliveries"} failed
    </Link>
  );

/** Shows whether webhooks are delivered, and what to do if not. */
export function WebhookHealth(props: WebhookHealthProps) {
  const { settings, undelivered, applicationsHref } = props;
  if (!settings.webhook_url) {
    return (
      <Notice title="Webhooks are off">
        Enter an endpoint URL below to turn them on. Events are recorded either way, and you can read them
        through the API.
      </Notice>
    );
  }
  if (!settings.data_services_enabled) {
    return (
      <Notice tone="caution" title="Data services are off">
        Webhooks are sent only while at least one OAuth application has data services turned on.{" "}
        {applicationsHref ? (
          <Link href={applicationsHref} className={LINK}>
            Turn on data services
          </Link>
        ) : null}
      </Notice>
    );
  }
  if (settings.failing_since) {
    return (
      <Notice tone="negative" title="Deliveries are failing">
        No delivery has succeeded since <MomentText value={settings.failing_since} />. Each one is retried at
        growing intervals for 25 days. <FailedDeliveries {...props} />
      </Notice>
    );
  }
  if (undelivered > 0) {
    return (
      <Notice tone="caution" title="Some deliveries failed">
        <FailedDeliveries {...props} />
      </Notice>
    );
  }
  return (
    <Notice tone="positive" title="No failed deliveries">
      Your endpoint has accepted every delivery so far.
    </Notice>
  );
}
