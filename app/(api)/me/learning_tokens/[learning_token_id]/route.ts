import { endOwnToken } from "@/lib/learning/tokens/own-service";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "End a token of the learning edition that acts for the signed-in person",
    ids: ["learning_token_id"],
    run: endOwnToken,
  }),
});
