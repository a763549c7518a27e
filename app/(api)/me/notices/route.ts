import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { Notice } from "@/lib/organizations/notices/schema";
import { presentNotice } from "@/lib/organizations/notices/serializer";
import { listNotices, noticeListKeys } from "@/lib/organizations/notices/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the notices to the signed-in person",
    keys: noticeListKeys,
    run: listNotices,
    present: presentNotice,
    response: Notice,
  }),
});
