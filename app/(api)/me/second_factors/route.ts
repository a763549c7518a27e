import { SecondFactors } from "@/lib/identity/second-factors/schema";
import { presentSecondFactors } from "@/lib/identity/second-factors/serializer";
import { getSecondFactors } from "@/lib/identity/second-factors/service";
import { get, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Show the second factors of the signed-in person",
    run: getSecondFactors,
    present: presentSecondFactors,
    response: SecondFactors,
  }),
});
