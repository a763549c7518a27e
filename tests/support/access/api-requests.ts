import { flushRequests } from "@/lib/access/api-requests/service";
import type { TestOrganization } from "../builders";
import { sql } from "../platform/database";

type StoredRequest = { id: string; [column: string]: unknown };

/** Stores what was recorded, and returns the request with this X-Request-Id; null when it was not recorded. */
export async function findStoredRequest(headers: Headers): Promise<StoredRequest | null> {
  await flushRequests();
  const rows = await sql("SELECT * FROM api_requests WHERE request_id = $1", [headers.get("x-request-id")]);
  return (rows[0] as StoredRequest | undefined) ?? null;
}

/** Sends a request that is recorded, and returns its row. */
export async function recordTestRequest(organization: TestOrganization): Promise<StoredRequest> {
  const { headers } = await organization.client.get("");
  const row = await findStoredRequest(headers);
  if (!row) throw new Error("The request was not recorded");
  return row;
}
