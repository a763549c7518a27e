import { BadgeCollection as response, BadgeCollectionInput as body } from "@/lib/badges/collections/schema";
import { collectionUrl, presentCollection as present } from "@/lib/badges/collections/serializer";
import { createCollection, listCollections } from "@/lib/badges/collections/service";
import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the signed-in person's collections of badges",
    run: listCollections,
    present,
    response,
  }),
  POST: create({
    ...earnerOnly,
    summary: "Create a collection of badges",
    body,
    run: createCollection,
    present,
    response,
    location: collectionUrl,
  }),
});
