import { Event } from "@/lib/events/schema";
import { presentEvent as present } from "@/lib/events/serializer";
import { listEvents } from "@/lib/events/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List events",
    scope: "events",
    query: {
      order: "desc (default) or asc",
      after:
        "id of the event to go on from; take it from order=asc; 410 when it is older than events are kept",
    },
    canExpire: true,
    run: listEvents,
    present,
    response: Event,
  }),
});
