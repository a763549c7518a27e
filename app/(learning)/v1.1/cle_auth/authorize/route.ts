import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { AuthorizationCode, AuthorizeParameters } from "@/lib/learning/connections/schema";
import { presentCode } from "@/lib/learning/connections/serializer";
import { authorize } from "@/lib/learning/connections/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Get a code that another app exchanges for a token of integrations",
    place: "app",
    parameters: AuthorizeParameters,
    run: authorize,
    present: presentCode,
    response: AuthorizationCode,
  }),
});
