import { document } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { credentialUrl } from "@/lib/open-badges/addresses";
import { Credential } from "@/lib/open-badges/schema";
import { credentialToken, getCredential, signedCredential } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: document({
    summary: "Get a badge as a signed credential of Open Badges 3.0",
    run: getCredential,
    movedTo: ({ newestId }) => newestId && credentialUrl(newestId),
    present: signedCredential,
    response: Credential,
    others: { "application/vc+jwt": credentialToken },
  }),
});
