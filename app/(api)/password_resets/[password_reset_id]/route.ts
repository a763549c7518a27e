import { NewPasswordInput, PasswordReset } from "@/lib/accounts/accounts/schema";
import { presentPasswordReset } from "@/lib/accounts/accounts/serializer";
import { resetPassword } from "@/lib/accounts/sessions/password-resets";
import { route } from "@/lib/http/endpoints/endpoint";
import { publicEndpoint } from "@/lib/http/endpoints/public-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: publicEndpoint({
    summary: "Choose a password with the link from the e-mail and end all sessions",
    status: 200,
    body: NewPasswordInput,
    ids: ["password_reset_id"],
    run: resetPassword,
    present: presentPasswordReset,
    response: PasswordReset,
  }),
});
