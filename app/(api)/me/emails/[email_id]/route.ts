import { changeEmail, removeEmail } from "@/lib/accounts/accounts/email-changes";
import { OwnEmail, OwnEmailChange, OwnEmailRemoval } from "@/lib/accounts/accounts/schema";
import { presentEmail } from "@/lib/accounts/accounts/serializer";
import { remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const ids = ["email_id"] as const;
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...earnerOnly,
    summary: "Make a confirmed e-mail address the primary one",
    body: OwnEmailChange,
    ids,
    run: changeEmail,
    present: presentEmail,
    response: OwnEmail,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "Remove an e-mail address",
    body: OwnEmailRemoval,
    ids,
    run: removeEmail,
  }),
});
