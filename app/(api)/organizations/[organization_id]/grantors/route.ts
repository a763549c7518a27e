import { list, route } from "@/lib/http/endpoints/endpoint";
import { Grantor } from "@/lib/organizations/issuers/schema";
import { presentGrantor } from "@/lib/organizations/issuers/serializer";
import { grantorListKeys as keys, listGrantors } from "@/lib/organizations/issuers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the organizations that this one may issue for",
    scope: "memberships",
    keys,
    run: listGrantors,
    present: presentGrantor,
    response: Grantor,
  }),
});
