import { NewPasswordInput, PasswordReset } from "@/lib/accounts/schema";
import { presentPasswordReset } from "@/lib/accounts/serializer";
import { resetPassword } from "@/lib/auth/password-resets";
import { route } from "@/lib/http/endpoint";
import { openEndpoint } from "@/lib/http/open-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: openEndpoint({
    summary: "Choose a password by the link of the mail, which ends all sessions",
    status: 200,
    params: { password_reset_id: "text" },
    body: NewPasswordInput,
    run: resetPassword,
    present: presentPasswordReset,
    response: PasswordReset,
  }),
});
