import { DESIGN_BODY_LIMIT } from "@/lib/art/certificate-designs/choices";
import { CertificatePreview, CertificatePreviewInput } from "@/lib/art/certificate-designs/schema";
import { presentCertificatePreview as present } from "@/lib/credentials/certificates/serializer";
import { previewTemplateCertificate } from "@/lib/credentials/certificates/service";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    summary: "Preview a design of a badge template's certificates",
    scope: "memberships",
    ids: ["badge_template_id"],
    body: CertificatePreviewInput,
    bodyLimit: DESIGN_BODY_LIMIT,
    run: previewTemplateCertificate,
    present,
    response: CertificatePreview,
  }),
});
