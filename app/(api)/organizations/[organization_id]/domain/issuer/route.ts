import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { IssuerDomain, IssuerDomainInput } from "@/lib/credentials/issuer-domains/schema";
import { presentIssuerDomain as present } from "@/lib/credentials/issuer-domains/serializer";
import { getIssuerDomain, updateIssuerDomain } from "@/lib/credentials/issuer-domains/service";

const scope = "memberships";
const response = IssuerDomain;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get issuing under the domain and the files for it",
    scope,
    run: getIssuerDomain,
    present,
    response,
  }),
  PUT: update({
    summary: "Turn issuing under the domain on or off",
    scope,
    body: IssuerDomainInput,
    run: updateIssuerDomain,
    present,
    response,
  }),
});
