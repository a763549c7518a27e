import { RowMailPreview } from "@/lib/delivery/mail/schema";
import { previewRowMail } from "@/lib/delivery/mail/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Preview the e-mail that the recipient of a row gets",
    scope: "issued_badges",
    ids: ["badge_import_id", "row_number"],
    run: previewRowMail,
    present: (preview: RowMailPreview) => preview,
    response: RowMailPreview,
  }),
});
