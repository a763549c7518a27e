import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { rejectEarnerBadge } from "@/lib/issued-badges/earner";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentEarnerBadge } from "@/lib/issued-badges/serializer";
import { NothingInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Decline a pending badge, or give an accepted one back",
    status: 200,
    body: NothingInput,
    run: rejectEarnerBadge,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
