import { VerificationInput, VerificationReport } from "@/lib/credentials/verification/schema";
import { verifySentBadge } from "@/lib/credentials/verification/service";
import { route } from "@/lib/http/endpoints/endpoint";
import { publicEndpoint } from "@/lib/http/endpoints/public-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: publicEndpoint({
    summary: "Verify a badge of any issuer",
    status: 200,
    body: VerificationInput,
    takesFile: true,
    run: verifySentBadge,
    present: (report) => report,
    response: VerificationReport,
  }),
});
