import { PasswordReset, PasswordResetInput } from "@/lib/accounts/schema";
import { presentPasswordReset } from "@/lib/accounts/serializer";
import { forgetPassword } from "@/lib/auth/password-resets";
import { route } from "@/lib/http/endpoint";
import { openEndpoint } from "@/lib/http/open-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: openEndpoint({
    summary: "Ask for a mail to choose another password by",
    status: 202,
    body: PasswordResetInput,
    run: forgetPassword,
    present: presentPasswordReset,
    response: PasswordReset,
  }),
});
