/** The body of a new view of the issued badges. */
export const viewBody = (organizationId: string, changes: Record<string, unknown> = {}) => ({
  organization_id: organizationId,
  list: "issued_badges",
  name: "Open badges",
  parameters: { state: "pending", sort: "-issued_at", columns: "recipient,state" },
  ...changes,
});
