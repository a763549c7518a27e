import type { Caller } from "@/lib/access/callers/caller";

/** The operator of the installation as the caller of an organization's verbs, which name them in the audit log. */
export const buildOperatorCaller = (organizationId: string): Caller => ({
  organizationId,
  organizationIds: [organizationId],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "admin", name: "Operator of the installation" },
});
