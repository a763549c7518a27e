import { resultOfImport } from "@/lib/badges/imports/result";
import { route } from "@/lib/http/endpoints/endpoint";
import { sheet } from "@/lib/http/endpoints/sheet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: sheet({
    summary: "Get the file of an import with what became of each row",
    scope: "issued_badges",
    ids: ["badge_import_id"],
    run: resultOfImport,
  }),
});
