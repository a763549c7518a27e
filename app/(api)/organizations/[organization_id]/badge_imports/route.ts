import { BadgeImport, BadgeImportInput } from "@/lib/badges/imports/schema";
import { importUrl, presentImport as present } from "@/lib/badges/imports/serializer";
import { createImport, importListKeys, listImports } from "@/lib/badges/imports/service";
import { TABLE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { create, list, route } from "@/lib/http/endpoints/endpoint";

const scope = "issued_badges";
const response = BadgeImport;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({ summary: "List imports", scope, keys: importListKeys, run: listImports, present, response }),
  POST: create({
    summary: "Upload a file of badges to issue and check it",
    scope,
    bodyLimit: TABLE_BODY_LIMIT,
    body: BadgeImportInput,
    run: createImport,
    present,
    response,
    location: importUrl,
  }),
});
