import { create, route } from "@/lib/http/endpoints/endpoint";
import { ServiceMove, ServiceMoveStop } from "@/lib/moving/service-moves/schema";
import { presentServiceMove } from "@/lib/moving/service-moves/serializer";
import { stopServiceMove } from "@/lib/moving/service-moves/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Stop a move from another service",
    scope: "memberships",
    status: 200,
    body: ServiceMoveStop,
    ids: ["service_move_id"],
    run: stopServiceMove,
    present: presentServiceMove,
    response: ServiceMove,
  }),
});
