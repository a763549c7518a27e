import { sendConfirmation } from "@/lib/accounts/accounts/emails";
import { OwnEmail } from "@/lib/accounts/accounts/schema";
import { presentEmail } from "@/lib/accounts/accounts/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Resend the confirmation e-mail of an address",
    status: 200,
    body: EmptyInput,
    ids: ["email_id"],
    run: sendConfirmation,
    present: presentEmail,
    response: OwnEmail,
  }),
});
