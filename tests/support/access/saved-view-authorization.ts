import { send } from "../http/client";
import { createMember } from "../accounts/members";
import { viewBody } from "../console/saved-views";
import type { Preparation } from "./preparation";

/** A view that belongs to a member. */
const ownView: Preparation = async (organization) => {
  const person = await createMember(organization.id, "viewer");
  const { data } = await send("POST", "/me/saved_views", {
    headers: person.headers,
    body: viewBody(organization.id),
  });
  return { ids: { saved_view_id: data.id }, person };
};

/** What each operation for saved views is sent, by operation id. */
export const SAVED_VIEW_PREPARATIONS: Record<string, Preparation> = {
  "POST /me/saved_views": async (organization) => ({ body: viewBody(organization.id) }),
  "PATCH /me/saved_views/[saved_view_id]": async (organization) => ({
    ...(await ownView(organization)),
    body: { name: "Renamed" },
  }),
  "DELETE /me/saved_views/[saved_view_id]": ownView,
};
