import { OwnLearningToken } from "@/lib/learning/tokens/schema";
import { presentOwnToken } from "@/lib/learning/tokens/serializer";
import { endOwnTokens, listOwnTokens } from "@/lib/learning/tokens/own-service";
import { list, remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the tokens of the learning edition that act for the signed-in person",
    run: listOwnTokens,
    present: presentOwnToken,
    response: OwnLearningToken,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "End all tokens of the learning edition that act for the signed-in person",
    run: endOwnTokens,
  }),
});
