import { create, route } from "@/lib/http/endpoint";
import { NothingInput } from "@/lib/kernel/fields";
import { WebhookSecret } from "@/lib/webhooks/schema";
import { presentSecret as present } from "@/lib/webhooks/serializer";
import { revealWebhookSecret } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Show the secret that signs webhooks, noted in the audit log",
    scope: "memberships",
    status: 200,
    body: NothingInput,
    run: revealWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
