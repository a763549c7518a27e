import { env } from "@/lib/kernel/env";
import { invalidField } from "@/lib/kernel/errors";
import { parseOutboundUrl } from "@/lib/platform/outbound/address-policy";

/** Throws 422 for an address that webhooks may not go to: not https, or inside a private network (decision 0017). */
export function requireSafeWebhookUrl(url: string): void {
  try {
    parseOutboundUrl(url, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
  } catch (error) {
    throw invalidField(
      "webhook_url",
      "unsafe_address",
      error instanceof Error ? error.message : "is not usable",
    );
  }
}
