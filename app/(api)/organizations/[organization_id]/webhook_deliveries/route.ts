import { list, route } from "@/lib/http/endpoint";
import { WebhookDelivery } from "@/lib/webhooks/schema";
import { presentDelivery as present } from "@/lib/webhooks/serializer";
import { deliveryKeys as keys, listDeliveries } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List webhook deliveries",
    scope: "events",
    keys,
    run: listDeliveries,
    present,
    response: WebhookDelivery,
  }),
});
