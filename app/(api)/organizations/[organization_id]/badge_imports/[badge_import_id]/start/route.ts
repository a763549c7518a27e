import { BadgeImport, BadgeImportStart } from "@/lib/badges/imports/schema";
import { presentImport } from "@/lib/badges/imports/serializer";
import { startImport } from "@/lib/badges/imports/start";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Issue the badges of an import, now or later",
    scope: "issued_badges",
    status: 200,
    body: BadgeImportStart,
    ids: ["badge_import_id"],
    run: startImport,
    present: presentImport,
    response: BadgeImport,
  }),
});
