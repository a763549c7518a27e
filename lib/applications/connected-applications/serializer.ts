import { organizationPageUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { ConnectedApplication } from "./schema";

export const connectionSelect = {
  createdAt: true,
  application: {
    select: {
      id: true,
      uid: true,
      name: true,
      description: true,
      organization: { select: { id: true, name: true, vanitySlug: true } },
    },
  },
} satisfies Prisma.ConnectedApplicationSelect;

export type ConnectionRow = Prisma.ConnectedApplicationGetPayload<{ select: typeof connectionSelect }>;

export const presentConnection = ({ application, createdAt }: ConnectionRow): ConnectedApplication => ({
  id: application.id,
  client_id: application.uid,
  name: application.name,
  description: application.description,
  organization: {
    id: application.organization.id,
    name: application.organization.name,
    vanity_url: organizationPageUrl(application.organization.vanitySlug),
  },
  connected_at: createdAt.toISOString(),
});
