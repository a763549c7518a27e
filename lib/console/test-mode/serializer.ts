import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { TestOrganization } from "./schema";

export type TestOrganizationRow = { id: string; vanitySlug: string };

export const presentTestOrganization = ({ id, vanitySlug }: TestOrganizationRow): TestOrganization => ({
  id,
  vanity_slug: vanitySlug,
  url: organizationApiUrl(id),
});
