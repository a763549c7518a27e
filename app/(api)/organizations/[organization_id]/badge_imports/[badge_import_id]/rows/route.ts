import { BadgeImportRow } from "@/lib/badges/imports/schema";
import { presentImportRow } from "@/lib/badges/imports/serializer";
import { listImportRows, importRowListKeys } from "@/lib/badges/imports/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the rows of an import",
    scope: "issued_badges",
    keys: importRowListKeys,
    ids: ["badge_import_id"],
    run: listImportRows,
    present: presentImportRow,
    response: BadgeImportRow,
  }),
});
