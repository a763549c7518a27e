import { EarnerExternalBadge, ExternalBadgeChange } from "@/lib/credentials/external-badges/schema";
import { presentEarnerExternalBadge as present } from "@/lib/credentials/external-badges/serializer";
import {
  changeExternalBadge,
  getExternalBadge,
  removeExternalBadge,
} from "@/lib/credentials/external-badges/service";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const ids = ["external_badge_id"] as const;
const response = EarnerExternalBadge;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Get a badge of another service",
    ids,
    run: getExternalBadge,
    present,
    response,
  }),
  PATCH: update({
    ...earnerOnly,
    summary: "Make a badge of another service visible to employers, or private",
    body: ExternalBadgeChange,
    ids,
    run: changeExternalBadge,
    present,
    response,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "Remove a badge of another service from the wallet",
    ids,
    requiresProof: true,
    run: removeExternalBadge,
  }),
});
