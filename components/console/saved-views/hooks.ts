"use client";

import { apiRemove, apiWrite } from "@/components/api";
import type { SavedView, SavedViewChange, SavedViewInput } from "@/lib/console/saved-views/schema";

const PATH = "/v1/me/saved_views";

/** One function for each request that changes a saved view. */
export const viewRequests = {
  create: (body: SavedViewInput) => apiWrite<SavedView>("POST", PATH, body),
  update: (id: string, body: SavedViewChange) => apiWrite<SavedView>("PATCH", `${PATH}/${id}`, body),
  remove: (id: string) => apiRemove(`${PATH}/${id}`),
};
