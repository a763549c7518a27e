import { route } from "@/lib/http/endpoints/endpoint";
import { learningSignIn } from "@/lib/http/endpoints/learning-sign-in";
import { authenticate } from "@/lib/learning/connections/launch-from-lms";
import { ConnectionGrant, SignedParameters } from "@/lib/learning/connections/schema";
import { presentConnectedToken } from "@/lib/learning/connections/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningSignIn({
    summary: "Alias of connect",
    proof: "signature",
    parameters: SignedParameters,
    run: authenticate,
    present: presentConnectedToken,
    response: ConnectionGrant,
  }),
});
