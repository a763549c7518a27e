import { withClient } from "@/lib/platform/postgres/database";
import { fillOrganization, type Filling } from "../../bench/organization-data";

/** Fills an organization in the test's database and updates PostgreSQL's statistics, as autovacuum would do in time. */
export const fillTestOrganization = (filling: Filling): Promise<void> =>
  withClient(String(process.env.DATABASE_URL), async (client) => {
    await fillOrganization(client, filling);
    await client.query(
      "VACUUM ANALYZE issued_badges, badge_templates, badge_template_issue_counts, user_emails",
    );
  });
