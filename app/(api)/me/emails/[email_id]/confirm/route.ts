import { confirmEmail } from "@/lib/accounts/accounts/emails";
import { ConfirmationInput, OwnEmail } from "@/lib/accounts/accounts/schema";
import { presentEmail } from "@/lib/accounts/accounts/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Confirm an e-mail address with the link from its e-mail",
    status: 200,
    body: ConfirmationInput,
    ids: ["email_id"],
    run: confirmEmail,
    present: presentEmail,
    response: OwnEmail,
  }),
});
