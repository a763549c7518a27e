import { route } from "@/lib/http/endpoints/endpoint";
import { scimList } from "@/lib/http/endpoints/scim-endpoint";
import { readScimGroupList } from "@/lib/workforce/directories/list-input";
import { listScimGroups } from "@/lib/workforce/directories/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: scimList({
    summary: "List groups, of which there are none",
    read: readScimGroupList,
    run: listScimGroups,
  }),
});
