import { changeEmail, removeEmail } from "@/lib/accounts/email-changes";
import { OwnEmail, OwnEmailChange, OwnEmailRemoval } from "@/lib/accounts/schema";
import { presentEmail } from "@/lib/accounts/serializer";
import { remove, route, update } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...earner,
    summary: "Make a confirmed address the primary one",
    body: OwnEmailChange,
    run: changeEmail,
    present: presentEmail,
    response: OwnEmail,
  }),
  DELETE: remove({
    ...earner,
    summary: "Remove an address",
    body: OwnEmailRemoval,
    run: removeEmail,
  }),
});
