import { BadgeImportSheet, BadgeImportSheetChange } from "@/lib/badges/imports/schema";
import { presentSheet as present } from "@/lib/badges/imports/serializer";
import { changeSheet, getSheet } from "@/lib/badges/imports/sheet";
import { TABLE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { get, route, update } from "@/lib/http/endpoints/endpoint";

const ids = ["badge_import_id"] as const;
const scope = "issued_badges";
const response = BadgeImportSheet;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the cells of an import", scope, ids, run: getSheet, present, response }),
  PATCH: update({
    summary: "Change rows of an import and check it again",
    scope,
    bodyLimit: TABLE_BODY_LIMIT,
    body: BadgeImportSheetChange,
    ids,
    run: changeSheet,
    present,
    response,
  }),
});
