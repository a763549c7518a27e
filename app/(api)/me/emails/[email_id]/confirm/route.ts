import { confirmEmail } from "@/lib/accounts/emails";
import { ConfirmationInput, OwnEmail } from "@/lib/accounts/schema";
import { presentEmail } from "@/lib/accounts/serializer";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Confirm an address by the link of its mail",
    status: 200,
    body: ConfirmationInput,
    run: confirmEmail,
    present: presentEmail,
    response: OwnEmail,
  }),
});
