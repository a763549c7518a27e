import { OrganizationKey } from "@/lib/credentials/issuer-keys/schema";
import { presentOrganizationKey as present } from "@/lib/credentials/issuer-keys/serializer";
import { retireSigningKey } from "@/lib/credentials/issuer-keys/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Retire a key, so that it signs no more credentials",
    requiresProof: true,
    scope: "memberships",
    ids: ["signing_key_id"],
    status: 200,
    body: EmptyInput,
    run: retireSigningKey,
    present,
    response: OrganizationKey,
  }),
});
