import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { MomentText } from "@/components/ui/time";
import type { WebhookSettings } from "@/lib/delivery/webhooks/schema";

type WebhookHealthProps = {
  settings: WebhookSettings;
  /** Deliveries of which attempts failed, retried or given up. */
  undelivered: number;
  undeliveredHref: string;
  /** Where data services are turned on; null for whoever may not. */
  applicationsHref: string | null;
};

const LINK = "text-accent underline underline-offset-4";

const Failed = ({
  undelivered,
  undeliveredHref,
}: Pick<WebhookHealthProps, "undelivered" | "undeliveredHref">) =>
  undelivered === 0 ? null : (
    <Link href={undeliveredHref} className={LINK}>
      {undelivered.toLocaleString("en")} {undelivered === 1 ? "delivery" : "deliveries"} failed
    </Link>
  );

/** Whether webhooks go out and arrive, and what to do when they do not. */
export function WebhookHealth(props: WebhookHealthProps) {
  const { settings, undelivered, applicationsHref } = props;
  if (!settings.webhook_url) {
    return (
      <Notice title="Nothing is sent yet">
        Set the address of your receiver below. Events are recorded in any case, and can be read over the API.
      </Notice>
    );
  }
  if (!settings.data_services_enabled) {
    return (
      <Notice tone="caution" title="Data services are off">
        Webhooks go out while at least one OAuth application has data services on.{" "}
        {applicationsHref ? (
          <Link href={applicationsHref} className={LINK}>
            Turn them on in an application
          </Link>
        ) : null}
      </Notice>
    );
  }
  if (settings.failing_since) {
    return (
      <Notice tone="negative" title="The receiver fails">
        No delivery arrived since <MomentText value={settings.failing_since} />. Each is tried again, at
        growing intervals, for 25 days after its first attempt, and then given up. <Failed {...props} />
      </Notice>
    );
  }
  if (undelivered > 0) {
    return (
      <Notice tone="caution" title="The receiver answers; some deliveries did not arrive">
        <Failed {...props} />
      </Notice>
    );
  }
  return (
    <Notice tone="positive" title="Nothing failed">
      Everything that was tried so far was accepted.
    </Notice>
  );
}
