import type { Preparation } from "./preparation";
import { importBody, createCheckedImport, createStartedImport } from "../badges/badge-imports";
import { createTemplate } from "../builders";

const badgeImport: Preparation = async (organization) => ({
  ids: { badge_import_id: (await createCheckedImport(organization)).id },
});

/** What each operation for issuing from a file is sent, by operation id. */
export const IMPORT_PREPARATIONS: Record<string, Preparation> = {
  "POST /organizations/[organization_id]/badge_imports": async (organization) => ({
    body: importBody((await createTemplate(organization)).id),
  }),
  "GET /organizations/[organization_id]/badge_imports/[badge_import_id]": badgeImport,
  "PATCH /organizations/[organization_id]/badge_imports/[badge_import_id]": async (organization) => ({
    ...(await badgeImport(organization)),
    body: { duplicate_behavior: "allow" },
  }),
  "DELETE /organizations/[organization_id]/badge_imports/[badge_import_id]": badgeImport,
  "GET /organizations/[organization_id]/badge_imports/[badge_import_id]/rows": badgeImport,
  "GET /organizations/[organization_id]/badge_imports/[badge_import_id]/rows/[row_number]/mail_preview":
    async (organization) => ({
      ids: { badge_import_id: (await createCheckedImport(organization)).id, row_number: "2" },
    }),
  "GET /organizations/[organization_id]/badge_imports/[badge_import_id]/sheet": badgeImport,
  "PATCH /organizations/[organization_id]/badge_imports/[badge_import_id]/sheet": async (organization) => ({
    ...(await badgeImport(organization)),
    body: { changes: [{ number: 2, cells: ["ada@example.org", "Ada", "Okafor"] }] },
  }),
  "GET /organizations/[organization_id]/badge_imports/[badge_import_id]/result": badgeImport,
  "POST /organizations/[organization_id]/badge_imports/[badge_import_id]/start": badgeImport,
  "POST /organizations/[organization_id]/badge_imports/[badge_import_id]/cancel": async (organization) => ({
    ids: { badge_import_id: (await createStartedImport(organization)).id },
  }),
};
