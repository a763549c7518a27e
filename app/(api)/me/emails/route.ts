import { addEmail, listEmails } from "@/lib/accounts/accounts/emails";
import { OwnEmail, OwnEmailInput } from "@/lib/accounts/accounts/schema";
import { presentEmail as present } from "@/lib/accounts/accounts/serializer";
import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const response = OwnEmail;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the e-mail addresses of the signed-in person",
    run: listEmails,
    present,
    response,
  }),
  POST: create({
    ...earnerOnly,
    summary: "Add an e-mail address and send it a confirmation link",
    requiresProof: true,
    body: OwnEmailInput,
    run: addEmail,
    present,
    response,
  }),
});
