import { buildTestMail } from "../organizations/test-mode";
import { sql } from "../platform/database";
import type { Preparation } from "./preparation";

const PATH = "/organizations/[organization_id]";

/** What each operation of test mode is sent, by operation id. */
export const TEST_MODE_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${PATH}/test_organization`]: async (organization) => {
    await organization.client.post("/test_organization", {});
    return {};
  },
  [`POST ${PATH}/test_organization`]: async () => ({ body: {} }),
  [`GET ${PATH}/test_mails`]: async () => ({}),
  [`GET ${PATH}/test_mails/[test_mail_id]`]: async (organization) => {
    const { id, text, values } = buildTestMail(organization.id);
    await sql(text, values);
    return { ids: { test_mail_id: id } };
  },
};
