import { buildTestMail } from "../console/test-mode";
import { sql } from "../platform/database";
import type { Preparation } from "./preparation";

const PATH = "/organizations/[organization_id]";

/** What each operation of test mode is sent, by operation id. */
export const TEST_MODE_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${PATH}/test_organization`]: async (organization) => {
    await organization.client.post("/test_organization", {});
    return {};
  },
  // Only the call that creates it leaves an audit entry.
  [`POST ${PATH}/test_organization`]: async (organization) => {
    await sql("DELETE FROM organizations WHERE test_of_id = $1", [organization.id]);
    return { body: {} };
  },
  // The organization of the tests is a real one, so the request returns 422.
  [`POST ${PATH}/test_clock`]: async () => ({ body: { days: 1 } }),
  [`GET ${PATH}/test_mails`]: async () => ({}),
  [`GET ${PATH}/test_mails/[test_mail_id]`]: async (organization) => {
    const { id, text, values } = buildTestMail(organization.id);
    await sql(text, values);
    return { ids: { test_mail_id: id } };
  },
};
