import { prepareNothing, type Preparation } from "./preparation";

const PATH = "/organizations/[organization_id]";

/** What each operation on the design of mails is sent, by operation id. */
export const MAIL_DESIGN_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${PATH}/mail_design`]: prepareNothing,
  [`PUT ${PATH}/mail_design`]: async () => ({ body: { sender_name: "Harbor College" } }),
  [`POST ${PATH}/mail_design_preview`]: async () => ({ body: { kind: "pending_badge", locale: "fr" } }),
  [`POST ${PATH}/mail_design_test`]: async () => ({ body: { kind: "pending_badge", locale: "fr" } }),
};
