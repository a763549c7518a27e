import { Tag, type Tone } from "@/components/ui/tag";
import type { WebhookDelivery } from "@/lib/delivery/webhooks/schema";

type DeliveryStatus = Pick<WebhookDelivery, "state" | "last_reason">;

function stateTag({ state, last_reason: reason }: DeliveryStatus): { tone: Tone; label: string } {
  if (state === "done") return { tone: "positive", label: "Delivered" };
  if (state === "failed") return { tone: "negative", label: "Given up" };
  return reason ? { tone: "caution", label: "Retrying" } : { tone: "neutral", label: "Pending" };
}

/** Shows the state of a delivery as a tag. */
export function DeliveryState({ delivery }: { delivery: DeliveryStatus }) {
  const { tone, label } = stateTag(delivery);
  return <Tag tone={tone}>{label}</Tag>;
}

const REASONS: Record<string, string> = {
  blocked: "Private or reserved address",
  dns: "Host name not found",
  refused: "Connection refused",
  reset: "Connection closed early",
  timeout: "Timed out",
  tls: "Secure connection failed",
  too_big: "Response too large",
  protocol: "Invalid HTTP response",
  redirect: "Redirect not followed",
  internal: "Failed on our side",
  outcome_not_stored: "Result could not be saved",
};

/** Returns why an attempt failed, as text. Takes `status 503`, a code such as `refused`, or a sentence. */
export function formatReason(reason: string): string {
  const [, status] = /^status (\d+)$/.exec(reason) ?? [];
  return status ? `HTTP ${status}` : (REASONS[reason] ?? reason);
}
