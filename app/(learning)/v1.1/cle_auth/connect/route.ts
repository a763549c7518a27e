import { route } from "@/lib/http/endpoints/endpoint";
import { learningSignIn } from "@/lib/http/endpoints/learning-sign-in";
import { connect } from "@/lib/learning/connections/launch-from-lms";
import { ConnectionGrant, SignedParameters } from "@/lib/learning/connections/schema";
import { presentConnectedToken } from "@/lib/learning/connections/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningSignIn({
    summary: "Connect a server to an integration with a signed request",
    proof: "signature",
    parameters: SignedParameters,
    run: connect,
    present: presentConnectedToken,
    response: ConnectionGrant,
  }),
});
