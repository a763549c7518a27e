import { BadgeCollection as response, BadgeCollectionChange as body } from "@/lib/badges/collections/schema";
import { presentCollection as present } from "@/lib/badges/collections/serializer";
import { changeCollection, getCollection, removeCollection } from "@/lib/badges/collections/service";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const ids = ["badge_collection_id"] as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Get a collection of badges",
    ids,
    run: getCollection,
    present,
    response,
  }),
  PATCH: update({
    ...earnerOnly,
    summary: "Rename a collection, move it, or replace its badges",
    canConflict: true,
    body,
    ids,
    run: changeCollection,
    present,
    response,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "Delete a collection. Its badges stay in the wallet",
    ids,
    requiresProof: true,
    run: removeCollection,
  }),
});
