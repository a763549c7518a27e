import { PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { SignInOptionsInput } from "@/lib/accounts/sessions/schema";
import { buildSignInOptions } from "@/lib/accounts/sessions/sign-in";
import { publicEndpoint } from "@/lib/http/endpoints/public-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: publicEndpoint({
    summary: "Get the options for a sign-in by passkey",
    status: 200,
    body: SignInOptionsInput,
    run: buildSignInOptions,
    present: (options) => options,
    response: PasskeyOptions,
  }),
});
