import { route } from "@/lib/http/endpoints/endpoint";
import { scimCreate, scimList } from "@/lib/http/endpoints/scim-endpoint";
import { readScimList } from "@/lib/workforce/directories/list-input";
import { ScimUserBody } from "@/lib/workforce/directories/schema";
import { createScimUser, listScimUsers } from "@/lib/workforce/directories/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimList({ summary: "List employees as users", read: readScimList, run: listScimUsers }),
  POST: scimCreate({ summary: "Create an employee", body: ScimUserBody, run: createScimUser }),
});
