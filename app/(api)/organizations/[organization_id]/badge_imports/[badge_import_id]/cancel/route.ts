import { BadgeImport } from "@/lib/badges/imports/schema";
import { presentImport } from "@/lib/badges/imports/serializer";
import { cancelImport } from "@/lib/badges/imports/start";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Cancel an import that is scheduled or running",
    scope: "issued_badges",
    status: 200,
    body: EmptyInput,
    ids: ["badge_import_id"],
    run: cancelImport,
    present: presentImport,
    response: BadgeImport,
  }),
});
