import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { rejectEarnerBadge } from "@/lib/badges/issued/earner";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { presentEarnerBadge } from "@/lib/badges/issued/serializer";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Decline a pending or accepted badge",
    status: 200,
    body: EmptyInput,
    ids: ["badge_id"],
    run: rejectEarnerBadge,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
