import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { WebhookSecret } from "@/lib/delivery/webhooks/schema";
import { presentSecret as present } from "@/lib/delivery/webhooks/serializer";
import { revealWebhookSecret } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Show the webhook secret (recorded in the audit log)",
    requiresProof: true,
    scope: "memberships",
    status: 200,
    body: EmptyInput,
    run: revealWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
