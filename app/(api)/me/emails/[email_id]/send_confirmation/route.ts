import { sendConfirmation } from "@/lib/accounts/emails";
import { OwnEmail } from "@/lib/accounts/schema";
import { presentEmail } from "@/lib/accounts/serializer";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { NothingInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Mail the link for an address anew",
    status: 200,
    body: NothingInput,
    run: sendConfirmation,
    present: presentEmail,
    response: OwnEmail,
  }),
});
