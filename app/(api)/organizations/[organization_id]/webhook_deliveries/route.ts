import { list, route } from "@/lib/http/endpoints/endpoint";
import { WebhookDelivery } from "@/lib/delivery/webhooks/schema";
import { presentDelivery as present } from "@/lib/delivery/webhooks/serializer";
import { deliveryListKeys as keys, listDeliveries } from "@/lib/delivery/webhooks/service";

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
