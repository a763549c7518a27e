import { create, route } from "@/lib/http/endpoints/endpoint";
import { IgnoredInput, WebhookDelivery } from "@/lib/delivery/webhooks/schema";
import { presentDelivery as present } from "@/lib/delivery/webhooks/serializer";
import { redeliver } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Redeliver an event",
    scope: "memberships",
    status: 200,
    body: IgnoredInput,
    ids: ["webhook_delivery_id"],
    run: redeliver,
    present,
    response: WebhookDelivery,
  }),
});
