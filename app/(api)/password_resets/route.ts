import { PasswordReset, PasswordResetInput } from "@/lib/accounts/accounts/schema";
import { presentPasswordReset } from "@/lib/accounts/accounts/serializer";
import { sendPasswordReset } from "@/lib/accounts/sessions/password-resets";
import { route } from "@/lib/http/endpoints/endpoint";
import { publicEndpoint } from "@/lib/http/endpoints/public-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: publicEndpoint({
    summary: "Send a password reset e-mail",
    status: 202,
    body: PasswordResetInput,
    run: sendPasswordReset,
    present: presentPasswordReset,
    response: PasswordReset,
  }),
});
