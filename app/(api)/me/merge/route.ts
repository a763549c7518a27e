import { mergeAccounts } from "@/lib/accounts/merge";
import { Me, MergeInput } from "@/lib/accounts/schema";
import { presentMe } from "@/lib/accounts/serializer";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Merge another account of the signed-in person into this one",
    status: 200,
    body: MergeInput,
    run: mergeAccounts,
    present: presentMe,
    response: Me,
  }),
});
