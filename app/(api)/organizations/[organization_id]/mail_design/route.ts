import { MailDesign, MailDesignInput } from "@/lib/delivery/mail-designs/schema";
import { presentMailDesign as present } from "@/lib/delivery/mail-designs/serializer";
import { getMailDesign, updateMailDesign } from "@/lib/delivery/mail-designs/service";
import { get, route, update } from "@/lib/http/endpoints/endpoint";

const scope = "memberships";
const response = MailDesign;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the design of e-mails",
    scope,
    run: getMailDesign,
    present,
    response,
  }),
  PUT: update({
    summary: "Change the design of e-mails",
    scope,
    body: MailDesignInput,
    run: updateMailDesign,
    present,
    response,
  }),
});
