import { KeyRotationInput, OrganizationKey } from "@/lib/credentials/issuer-keys/schema";
import { presentOrganizationKey as present } from "@/lib/credentials/issuer-keys/serializer";
import { rotateSigningKey } from "@/lib/credentials/issuer-keys/service";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Replace the key of an algorithm that signs credentials",
    requiresProof: true,
    scope: "memberships",
    body: KeyRotationInput,
    run: rotateSigningKey,
    present,
    response: OrganizationKey,
  }),
});
