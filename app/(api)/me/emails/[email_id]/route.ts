import { changeEmail, removeEmail } from "@/lib/identity/accounts/email-changes";
import { OwnEmail, OwnEmailChange, OwnEmailRemoval } from "@/lib/identity/accounts/schema";
import { presentEmail } from "@/lib/identity/accounts/serializer";
import { remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earner } from "@/lib/http/endpoints/endpoint-spec";

const ids = ["email_id"] as const;
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...earner,
    summary: "Make a confirmed address the primary one",
    body: OwnEmailChange,
    ids,
    run: changeEmail,
    present: presentEmail,
    response: OwnEmail,
  }),
  DELETE: remove({
    ...earner,
    summary: "Remove an address",
    body: OwnEmailRemoval,
    ids,
    run: removeEmail,
  }),
});
