import { describeService } from "@/lib/accounts/wallet-service/service-description";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletDocument } from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: walletDocument({ summary: "Describe the service", run: describeService }),
});
