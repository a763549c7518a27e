import { MeInput, Me } from "@/lib/accounts/schema";
import { presentMe as present } from "@/lib/accounts/serializer";
import { getMe, updateMe } from "@/lib/accounts/service";
import { get, route, update } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

const response = Me;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ ...earner, summary: "Get the signed-in person", run: getMe, present, response }),
  PATCH: update({
    ...earner,
    summary: "Change the signed-in person",
    body: MeInput,
    run: updateMe,
    present,
    response,
  }),
});
