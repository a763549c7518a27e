import { route } from "@/lib/http/endpoints/endpoint";
import { scimGet, scimRemove, scimUpdate } from "@/lib/http/endpoints/scim-endpoint";
import { PatchBody, ScimUserBody } from "@/lib/workforce/directories/schema";
import {
  deleteScimUser,
  getScimUser,
  patchScimUser,
  replaceScimUser,
} from "@/lib/workforce/directories/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimGet({ summary: "Get an employee as a user", run: getScimUser }),
  PUT: scimUpdate({ summary: "Replace an employee", body: ScimUserBody, run: replaceScimUser }),
  PATCH: scimUpdate({ summary: "Change an employee", body: PatchBody, run: patchScimUser }),
  DELETE: scimRemove({ summary: "Delete an employee", run: deleteScimUser }),
});
