import { endSessions } from "@/lib/accounts/service";
import { remove, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({ ...earner, summary: "Sign out everywhere", run: endSessions }),
});
