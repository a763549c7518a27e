import { create, route } from "@/lib/http/endpoint";
import { NoInput, WebhookDelivery } from "@/lib/webhooks/schema";
import { presentDelivery as present } from "@/lib/webhooks/serializer";
import { redeliver } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Deliver an event once more",
    scope: "memberships",
    status: 200,
    body: NoInput,
    run: redeliver,
    present,
    response: WebhookDelivery,
  }),
});
