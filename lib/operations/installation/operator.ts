import type { Caller } from "@/lib/access/callers/caller";

/** Builds the caller for actions of the installation's operator in an organization, as the audit log shows it. */
export const buildOperatorCaller = (organizationId: string): Caller => ({
  organizationId,
  organizationIds: [organizationId],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "admin", name: "Operator of the installation" },
});
