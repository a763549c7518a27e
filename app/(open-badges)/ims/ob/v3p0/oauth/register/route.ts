import { WalletRegistration, WalletRegistrationInput } from "@/lib/applications/wallet-applications/schema";
import { presentRegistration } from "@/lib/applications/wallet-applications/serializer";
import { registerApplication } from "@/lib/applications/wallet-applications/service";
import { route } from "@/lib/http/endpoints/endpoint";
import { registrationEndpoint } from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: registrationEndpoint({
    summary: "Register an application",
    body: WalletRegistrationInput,
    run: registerApplication,
    present: presentRegistration,
    response: WalletRegistration,
  }),
});
