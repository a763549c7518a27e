import { create, route } from "@/lib/http/endpoints/endpoint";
import { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";
import { presentIssuerDomain as present } from "@/lib/credentials/issuer-domains/serializer";
import { checkIssuerDomain, prepareIssuerDomainCheck } from "@/lib/credentials/issuer-domains/service";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Check the files of the domain now",
    scope: "memberships",
    status: 200,
    body: EmptyInput,
    prepare: prepareIssuerDomainCheck,
    run: checkIssuerDomain,
    present,
    response: IssuerDomain,
  }),
});
