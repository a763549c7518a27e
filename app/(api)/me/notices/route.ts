import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { Notice } from "@/lib/delivery/notices/schema";
import { presentNotice } from "@/lib/delivery/notices/serializer";
import { listNotices, noticeListKeys } from "@/lib/delivery/notices/service";

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
