import { getImportResult } from "@/lib/badges/imports/result";
import { route } from "@/lib/http/endpoints/endpoint";
import { csvTable } from "@/lib/http/endpoints/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: csvTable({
    summary: "Download the result of each row of an import",
    scope: "issued_badges",
    ids: ["badge_import_id"],
    run: getImportResult,
  }),
});
