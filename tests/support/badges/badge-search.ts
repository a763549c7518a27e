import { withClient } from "@/lib/platform/postgres/database";
import { fillOrganization, type Filling } from "../../bench/organization-data";

/** Fills an organization of this test's database and lets PostgreSQL count what is there, as it does by itself in time. */
export const fill = (filling: Filling): Promise<void> =>
  withClient(String(process.env.DATABASE_URL), async (client) => {
    await fillOrganization(client, filling);
    await client.query("VACUUM ANALYZE issued_badges, badge_templates, badge_template_counts, user_emails");
  });
