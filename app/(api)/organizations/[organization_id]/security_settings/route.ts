import { SecuritySettings, SecuritySettingsInput } from "@/lib/organizations/security-settings/schema";
import { presentSecuritySettings as present } from "@/lib/organizations/security-settings/serializer";
import { getSecuritySettings, updateSecuritySettings } from "@/lib/organizations/security-settings/service";
import { get, route, update } from "@/lib/http/endpoints/endpoint";

const scope = "memberships";
const response = SecuritySettings;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the security settings", scope, run: getSecuritySettings, present, response }),
  PUT: update({
    summary: "Change the security settings",
    requiresProof: true,
    scope,
    body: SecuritySettingsInput,
    run: updateSecuritySettings,
    present,
    response,
  }),
});
