import { BadgeImportRow } from "@/lib/badge-imports/schema";
import { presentRow } from "@/lib/badge-imports/serializer";
import { listImportRows, rowKeys } from "@/lib/badge-imports/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the rows of an import",
    scope: "issued_badges",
    keys: rowKeys,
    run: listImportRows,
    present: presentRow,
    response: BadgeImportRow,
  }),
});
