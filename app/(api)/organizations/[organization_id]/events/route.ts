import { Event } from "@/lib/delivery/events/schema";
import { presentEvent as present } from "@/lib/delivery/events/serializer";
import { listEvents, readEventListInput } from "@/lib/delivery/events/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

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
    readQuery: readEventListInput,
    run: listEvents,
    present,
    response: Event,
  }),
});
