import { sql } from "../platform/database";
import {
  BASE_URL,
  createServiceMove,
  serveEmptyOrganization,
  startServiceMove,
} from "../moving/service-moves";
import { prepareNothing, type Preparation } from "./preparation";

/** A new move. Those before, from another caller's turn, are removed: one runs at a time. */
const ready: Preparation = async (organization) => {
  await sql("DELETE FROM service_moves WHERE organization_id = $1", [organization.id]);
  return { ids: { service_move_id: (await createServiceMove(organization)).id } };
};

const running: Preparation = async (organization) => {
  const { ids } = await ready(organization);
  const { run_id: runId } = await startServiceMove(organization, ids?.service_move_id ?? "");
  return { ids: ids ?? {}, body: { run_id: runId } };
};

/** What each operation for moves from other services is sent, by operation id. */
export const SERVICE_MOVE_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/service_moves": prepareNothing,
  "POST /organizations/[organization_id]/service_moves": async (organization) => {
    await sql("DELETE FROM service_moves WHERE organization_id = $1", [organization.id]);
    serveEmptyOrganization();
    return { body: { base_url: BASE_URL, token: "token-of-the-source" } };
  },
  "GET /organizations/[organization_id]/service_moves/[service_move_id]": ready,
  "DELETE /organizations/[organization_id]/service_moves/[service_move_id]": ready,
  "POST /organizations/[organization_id]/service_moves/[service_move_id]/start": ready,
  "POST /organizations/[organization_id]/service_moves/[service_move_id]/stop": running,
};
