import {
  EarnerExternalBadge as response,
  ExternalBadgeInput as body,
} from "@/lib/credentials/external-badges/schema";
import {
  earnerExternalBadgeUrl,
  presentEarnerExternalBadge as present,
} from "@/lib/credentials/external-badges/serializer";
import {
  addExternalBadge,
  listExternalBadges,
  readExternalBadge,
} from "@/lib/credentials/external-badges/service";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the signed-in person's badges of other services",
    run: listExternalBadges,
    present,
    response,
  }),
  POST: create({
    ...earnerOnly,
    summary: "Add a badge of another service to the wallet",
    body,
    bodyLimit: FILE_BODY_LIMIT,
    prepare: readExternalBadge,
    run: addExternalBadge,
    present,
    response,
    location: earnerExternalBadgeUrl,
  }),
});
