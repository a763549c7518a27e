import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { IssuerProfile } from "@/lib/open-badges/schema";
import { presentIssuerProfile } from "@/lib/open-badges/serializer";
import { getIssuerProfile } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get an organization as an issuer of Open Badges 2.0",
    run: getIssuerProfile,
    present: presentIssuerProfile,
    response: IssuerProfile,
  }),
});
