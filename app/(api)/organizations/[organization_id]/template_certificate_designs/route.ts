import { DesignedTemplate } from "@/lib/art/certificate-designs/schema";
import { presentDesignedTemplate } from "@/lib/art/certificate-designs/serializer";
import { listTemplateCertificateDesigns } from "@/lib/art/certificate-designs/template-designs";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the badge templates with their own design of certificates",
    scope: "memberships",
    run: listTemplateCertificateDesigns,
    present: presentDesignedTemplate,
    response: DesignedTemplate,
  }),
});
