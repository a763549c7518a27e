import { DESIGN_BODY_LIMIT } from "@/lib/art/certificate-designs/choices";
import { CertificateDesignInput, TemplateCertificateDesign } from "@/lib/art/certificate-designs/schema";
import { presentTemplateCertificateDesign as present } from "@/lib/art/certificate-designs/serializer";
import {
  getTemplateCertificateDesign,
  resetTemplateCertificateDesign,
  updateTemplateCertificateDesign,
} from "@/lib/art/certificate-designs/template-designs";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";

const common = { scope: "memberships", ids: ["badge_template_id"] } as const;
const response = TemplateCertificateDesign;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...common,
    summary: "Get the design of a badge template's certificates",
    run: getTemplateCertificateDesign,
    present,
    response,
  }),
  PUT: update({
    ...common,
    summary: "Give a badge template its own design of certificates, or change it",
    body: CertificateDesignInput,
    bodyLimit: DESIGN_BODY_LIMIT,
    run: updateTemplateCertificateDesign,
    present,
    response,
  }),
  DELETE: remove({
    ...common,
    summary: "Go back to the organization's design of certificates",
    run: resetTemplateCertificateDesign,
  }),
});
