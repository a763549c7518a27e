import { ProviderSignIn, ProviderSignInInput } from "@/lib/accounts/sessions/schema";
import { findProviderSignIn } from "@/lib/accounts/sessions/sign-in";
import { publicEndpoint } from "@/lib/http/endpoints/public-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: publicEndpoint({
    summary: "Find the identity provider of an address",
    status: 200,
    body: ProviderSignInInput,
    run: findProviderSignIn,
    present: (found) => found,
    response: ProviderSignIn,
  }),
});
