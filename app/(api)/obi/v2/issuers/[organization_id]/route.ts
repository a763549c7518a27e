import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { IssuerProfile } from "@/lib/credentials/open-badges/schema";
import { presentIssuerProfile } from "@/lib/credentials/open-badges/serializer";
import { getIssuerProfile } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get an organization as an issuer of Open Badges 2.0",
    ids: ["organization_id"],
    run: getIssuerProfile,
    present: presentIssuerProfile,
    response: IssuerProfile,
  }),
});
