import { route } from "@/lib/http/endpoints/endpoint";
import { learningSignIn } from "@/lib/http/endpoints/learning-sign-in";
import { ConnectionGrant, ExchangeParameters } from "@/lib/learning/connections/schema";
import { presentConnectedToken } from "@/lib/learning/connections/serializer";
import { exchangeCode } from "@/lib/learning/connections/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningSignIn({
    summary: "Exchange a code of another app for a token",
    proof: "code",
    parameters: ExchangeParameters,
    run: exchangeCode,
    present: presentConnectedToken,
    response: ConnectionGrant,
  }),
});
