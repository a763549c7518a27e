import { MailPreview, MailPreviewInput } from "@/lib/delivery/mail/schema";
import { previewMailDesign } from "@/lib/delivery/mail/service";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    summary: "Preview an e-mail",
    scope: "memberships",
    body: MailPreviewInput,
    run: previewMailDesign,
    present: (preview) => preview,
    response: MailPreview,
  }),
});
