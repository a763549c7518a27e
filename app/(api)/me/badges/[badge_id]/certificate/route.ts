import { getCertificate } from "@/lib/certificates/service";
import { presentCertificate as present } from "@/lib/certificates/serializer";
import { route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { file } from "@/lib/http/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: file({
    ...earner,
    summary: "Get the certificate of an accepted badge of the signed-in person",
    query: { locale: "The language of the certificate; the badge's own when not given." },
    run: getCertificate,
    present,
  }),
});
