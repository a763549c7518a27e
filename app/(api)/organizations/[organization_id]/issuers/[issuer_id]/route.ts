import { remove, route } from "@/lib/http/endpoint";
import { withdrawIssuer } from "@/lib/issuers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    summary: "Remove an organization from the authorized issuers",
    scope: "memberships",
    run: withdrawIssuer,
  }),
});
