import { get, remove, route } from "@/lib/http/endpoints/endpoint";
import { ServiceMove } from "@/lib/moving/service-moves/schema";
import { presentServiceMove as present } from "@/lib/moving/service-moves/serializer";
import { deleteServiceMove, getServiceMove } from "@/lib/moving/service-moves/service";

const ids = ["service_move_id"] as const;
const scope = "memberships";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a move from another service",
    scope,
    ids,
    run: getServiceMove,
    present,
    response: ServiceMove,
  }),
  DELETE: remove({ summary: "Delete a move from another service", scope, ids, run: deleteServiceMove }),
});
