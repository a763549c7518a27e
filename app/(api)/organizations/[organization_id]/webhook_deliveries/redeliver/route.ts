import { create, route } from "@/lib/http/endpoints/endpoint";
import { Redelivery, RedeliveryInput } from "@/lib/delivery/webhooks/schema";
import { presentRedelivery as present } from "@/lib/delivery/webhooks/serializer";
import { redeliverRange } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Redeliver a range of events",
    scope: "memberships",
    status: 200,
    body: RedeliveryInput,
    run: redeliverRange,
    present,
    response: Redelivery,
  }),
});
