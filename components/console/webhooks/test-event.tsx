"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { MomentText } from "@/components/ui/time/moment";
import type { WebhookDeliveryDetail } from "@/lib/delivery/webhooks/schema";
import { formatReason } from "./delivery-state";
import { usePolledDelivery, useSendTest } from "./hooks";

type TestEventProps = {
  organizationId: string;
  /** The path of the list of deliveries. Each delivery has its page below it. */
  deliveriesHref: string;
  /** Why no test event can be sent; null if one can. */
  obstacle: string | null;
};

function TestResult({ delivery, href }: { delivery: WebhookDeliveryDetail; href: string }) {
  const [attempt] = delivery.attempts;
  if (!attempt) return <Notice title="Sending">The first attempt is in progress.</Notice>;
  const duration = `${attempt.duration_ms.toLocaleString("en")} ms`;
  const link = (
    <Link href={href} className="text-accent underline underline-offset-4">
      View delivery
    </Link>
  );
  if (delivery.state === "done") {
    return (
      <Notice tone="positive" title="Delivered" announce>
        The endpoint responded with {attempt.status} in {duration}. {link}
      </Notice>
    );
  }
  return (
    <Notice tone="negative" title={formatReason(delivery.last_reason ?? attempt.reason ?? "")} announce>
      {delivery.next_attempt_at ? (
        <>
          Next attempt: <MomentText value={delivery.next_attempt_at} />.{" "}
        </>
      ) : null}
      {link}
    </Notice>
  );
}

/** Sends a test event and shows how the receiver responded. */
export function TestEvent({ organizationId, deliveriesHref, obstacle }: TestEventProps) {
  const router = useRouter();
  const { mutate, data: sentDelivery, isPending } = useSendTest(organizationId);
  const { data: polledDelivery } = usePolledDelivery(organizationId, sentDelivery?.id ?? null);
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-sm text-ink-soft">
        Sends a signed <code>webhook.test</code> event, even to endpoints without subscriptions. It is not
        part of your event history.
      </p>
      {obstacle ? (
        <p className="text-sm text-ink-soft">{obstacle}</p>
      ) : (
        <Button
          variant="secondary"
          busy={isPending}
          onClick={() => mutate(undefined, { onSuccess: () => router.refresh() })}
        >
          Send test event
        </Button>
      )}
      <div aria-live="polite" className="w-full">
        {polledDelivery ? (
          <TestResult delivery={polledDelivery} href={`${deliveriesHref}/${polledDelivery.id}`} />
        ) : null}
      </div>
    </div>
  );
}
