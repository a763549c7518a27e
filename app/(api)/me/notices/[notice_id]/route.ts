import { route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { Notice, NoticeChange } from "@/lib/organizations/notices/schema";
import { presentNotice } from "@/lib/organizations/notices/serializer";
import { updateNotice } from "@/lib/organizations/notices/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...earnerOnly,
    summary: "Mark a notice as read or unread",
    ids: ["notice_id"],
    body: NoticeChange,
    run: updateNotice,
    present: presentNotice,
    response: Notice,
  }),
});
