import { DESIGN_BODY_LIMIT } from "@/lib/art/certificate-designs/choices";
import { CertificateDesign, CertificateDesignInput } from "@/lib/art/certificate-designs/schema";
import { presentCertificateDesign as present } from "@/lib/art/certificate-designs/serializer";
import { getCertificateDesign, updateCertificateDesign } from "@/lib/art/certificate-designs/service";
import { get, route, update } from "@/lib/http/endpoints/endpoint";

const scope = "memberships";
const response = CertificateDesign;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the design of certificates",
    scope,
    run: getCertificateDesign,
    present,
    response,
  }),
  PUT: update({
    summary: "Change the design of certificates",
    scope,
    body: CertificateDesignInput,
    bodyLimit: DESIGN_BODY_LIMIT,
    run: updateCertificateDesign,
    present,
    response,
  }),
});
