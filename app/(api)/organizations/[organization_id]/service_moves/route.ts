import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { ServiceMove, ServiceMoveInput } from "@/lib/moving/service-moves/schema";
import { presentServiceMove as present, serviceMoveUrl } from "@/lib/moving/service-moves/serializer";
import {
  createServiceMove,
  inspectService,
  listServiceMoves,
  serviceMoveListKeys,
} from "@/lib/moving/service-moves/service";

const scope = "memberships";
const response = ServiceMove;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List moves from other services",
    scope,
    keys: serviceMoveListKeys,
    run: listServiceMoves,
    present,
    response,
  }),
  POST: create({
    summary: "Check what can be moved from another service",
    requiresProof: true,
    scope,
    body: ServiceMoveInput,
    prepare: inspectService,
    run: createServiceMove,
    present,
    response,
    location: serviceMoveUrl,
  }),
});
