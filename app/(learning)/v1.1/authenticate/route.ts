import { signInOwner } from "@/lib/accounts/authentication/app-owner";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningSignIn } from "@/lib/http/endpoints/learning-sign-in";
import { LearningGrant, OwnerParameters } from "@/lib/learning/tokens/schema";
import { presentGrant } from "@/lib/learning/tokens/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningSignIn({
    summary: "Get a token of an app's owner",
    proof: "password",
    parameters: OwnerParameters,
    run: signInOwner,
    present: presentGrant,
    response: LearningGrant,
  }),
});
