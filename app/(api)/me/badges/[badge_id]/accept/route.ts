import { EarnerAnswerInput, IssuedBadge } from "@/lib/badges/issued/schema";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { acceptEarnerBadge } from "@/lib/badges/issued/earner";
import { presentEarnerBadge } from "@/lib/badges/issued/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Accept a pending badge",
    status: 200,
    body: EarnerAnswerInput,
    ids: ["badge_id"],
    run: acceptEarnerBadge,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
