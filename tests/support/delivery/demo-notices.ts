import { randomUUID } from "node:crypto";
import { withClient } from "@/lib/platform/postgres/database";
import type { Product } from "../platform/product";

const DAY_MS = 86_400_000;

/** Inserts notices of every kind to the administrators of an organization of a running product, two of them unread. */
export async function addDemoNotices(product: Product, organizationId: string): Promise<void> {
  const soon = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const notices = [
    {
      kind: "import_finished",
      data: {
        import_id: randomUUID(),
        file_name: "spring-course.csv",
        outcome: "done",
        issued_count: 248,
        failed_count: 2,
      },
    },
    { kind: "domain_failing", data: { event: "proof_missing", domain: "lumen.example", ends_at: soon(5) } },
    {
      kind: "new_sign_in",
      data: { address: "203.0.113.40", browser: "Firefox on Linux", signed_in_at: soon(0) },
    },
    {
      kind: "token_ending",
      data: {
        credential: "authorization_token",
        id: randomUUID(),
        name: "Student portal",
        ends_at: soon(14),
      },
    },
    { kind: "webhooks_failing", data: { failing_since: soon(-1) } },
  ];
  const rows = notices.map(({ kind, data }, index) => ({
    kind,
    data,
    organization_id: kind === "new_sign_in" ? null : organizationId,
    key: `demo ${index}`,
    hours: notices.length - index,
    is_read: index < notices.length - 2,
  }));
  await withClient(await product.databaseUrl(), (client) =>
    client.query(
      `INSERT INTO notices (id, user_id, organization_id, kind, key, data, is_shown, read_at, created_at)
       SELECT gen_random_uuid(), membership.user_id, row.organization_id, kind, key, data, true,
         CASE WHEN is_read THEN now() END, now() - hours * interval '1 hour'
       FROM jsonb_to_recordset($2::jsonb) AS row(
         kind text, data jsonb, organization_id uuid, key text, hours int, is_read boolean),
         memberships AS membership
       WHERE membership.organization_id = $1 AND membership.role = 'administrator'`,
      [organizationId, JSON.stringify(rows)],
    ),
  );
}
