import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { ServiceMove } from "@/lib/moving/service-moves/schema";
import { presentServiceMove } from "@/lib/moving/service-moves/serializer";
import { startServiceMove } from "@/lib/moving/service-moves/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Start a move from another service, or continue it",
    requiresProof: true,
    scope: "memberships",
    status: 200,
    body: EmptyInput,
    ids: ["service_move_id"],
    run: startServiceMove,
    present: presentServiceMove,
    response: ServiceMove,
  }),
});
