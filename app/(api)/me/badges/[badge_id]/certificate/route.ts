import { getCertificate, readCertificateLocale } from "@/lib/credentials/certificates/service";
import { presentCertificate as present } from "@/lib/credentials/certificates/serializer";
import { route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { fileDownload } from "@/lib/http/endpoints/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: fileDownload({
    ...earnerOnly,
    summary: "Get the certificate of an accepted badge of the signed-in person",
    query: { locale: "The language of the certificate. Default: the language of the badge." },
    ids: ["badge_id"],
    media: ["application/pdf"],
    readQuery: readCertificateLocale,
    run: getCertificate,
    present,
  }),
});
