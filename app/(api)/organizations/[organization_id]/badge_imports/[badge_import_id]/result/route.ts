import { resultOfImport } from "@/lib/badge-imports/result";
import { route } from "@/lib/http/endpoint";
import { sheet } from "@/lib/http/sheet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: sheet({
    summary: "Get the file of an import with what became of each row",
    scope: "issued_badges",
    run: resultOfImport,
  }),
});
