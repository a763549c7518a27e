import { newId } from "@/lib/kernel/ids";
import { recordNotices } from "@/lib/organizations/notices/record";
import { createMember } from "../accounts/members";
import { sql } from "../platform/database";
import { prepareNothing, type Preparation } from "./preparation";

/** A notice of a member. */
const ownNotice: Preparation = async (organization) => {
  const person = await createMember(organization.id, "administrator");
  await recordNotices([
    {
      kind: "webhooks_failing",
      organizationId: organization.id,
      userId: person.id,
      key: newId(),
      data: { failing_since: new Date().toISOString() },
    },
  ]);
  const [row] = await sql("SELECT id FROM notices WHERE user_id = $1", [person.id]);
  return { ids: { notice_id: String(row?.id) }, person, body: { is_read: true } };
};

/** What each operation for notices is sent, by operation id. */
export const NOTICE_PREPARATIONS: Record<string, Preparation> = {
  "PATCH /me/notices/[notice_id]": ownNotice,
  "POST /me/notices/mark_read": () => Promise.resolve({ body: {} }),
  "GET /me/notices": prepareNothing,
  "GET /me/notice_settings": prepareNothing,
  "PUT /me/notice_settings": () =>
    Promise.resolve({
      body: { settings: [{ organization_id: null, kind: "new_sign_in", mail: false, console: true }] },
    }),
};
