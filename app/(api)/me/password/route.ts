import { Me, PasswordInput } from "@/lib/accounts/accounts/schema";
import { presentMe } from "@/lib/accounts/accounts/serializer";
import { changePassword } from "@/lib/accounts/accounts/service";
import { renewSession } from "@/lib/accounts/sessions/session";
import { route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    ...earnerOnly,
    summary: "Change the password and end all other sessions",
    body: PasswordInput,
    run: changePassword,
    present: presentMe,
    response: Me,
    headers: (row, { session }) => renewSession(row, session),
  }),
});
