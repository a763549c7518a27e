import { sampleForImport } from "@/lib/badge-imports/sample";
import { route } from "@/lib/http/endpoint";
import { sheet } from "@/lib/http/sheet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: sheet({
    summary: "Get a sample file to import badges of a template from",
    scope: "badge_templates",
    run: sampleForImport,
  }),
});
