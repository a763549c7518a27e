import { Event } from "@/lib/events/schema";
import { presentEvent as present } from "@/lib/events/serializer";
import { listEvents } from "@/lib/events/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: list({ summary: "List events", scope: "events", run: listEvents, present, response: Event }),
});
