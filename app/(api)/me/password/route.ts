import { Me, PasswordInput } from "@/lib/accounts/schema";
import { presentMe } from "@/lib/accounts/serializer";
import { changePassword } from "@/lib/accounts/service";
import { renewedSession } from "@/lib/auth/session";
import { route, update } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    ...earner,
    summary: "Change the password, which ends all other sessions",
    body: PasswordInput,
    run: changePassword,
    present: presentMe,
    response: Me,
    headers: renewedSession,
  }),
});
