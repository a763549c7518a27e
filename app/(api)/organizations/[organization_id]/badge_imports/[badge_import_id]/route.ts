import { BadgeImport, BadgeImportChange } from "@/lib/badges/imports/schema";
import { presentImport as present } from "@/lib/badges/imports/serializer";
import { deleteImport, getImport, updateImport } from "@/lib/badges/imports/service";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";

const ids = ["badge_import_id"] as const;
const scope = "issued_badges";
const response = BadgeImport;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an import", scope, ids, run: getImport, present, response }),
  PATCH: update({
    summary: "Change an import and check it again",
    scope,
    body: BadgeImportChange,
    ids,
    run: updateImport,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete an import", scope, ids, run: deleteImport }),
});
