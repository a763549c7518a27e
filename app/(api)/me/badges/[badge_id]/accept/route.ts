import { EarnerAnswerInput } from "@/lib/accounts/schema";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { acceptEarnerBadge } from "@/lib/issued-badges/earner";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentEarnerBadge } from "@/lib/issued-badges/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Accept a pending badge",
    status: 200,
    body: EarnerAnswerInput,
    run: acceptEarnerBadge,
    present: presentEarnerBadge,
    response: IssuedBadge,
  }),
});
