import { mergeAccounts } from "@/lib/accounts/accounts/merge";
import { Me, MergeInput } from "@/lib/accounts/accounts/schema";
import { presentMe } from "@/lib/accounts/accounts/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Merge another account of the signed-in person into this one",
    status: 200,
    requiresProof: true,
    body: MergeInput,
    run: mergeAccounts,
    present: presentMe,
    response: Me,
  }),
});
