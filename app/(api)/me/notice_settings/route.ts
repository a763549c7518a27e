import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { NoticeSettings, NoticeSettingsInput } from "@/lib/organizations/notices/schema";
import { presentNoticeSettings } from "@/lib/organizations/notices/serializer";
import { getNoticeSettings, updateNoticeSettings } from "@/lib/organizations/notices/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Show which notices the signed-in person gets",
    run: getNoticeSettings,
    present: presentNoticeSettings,
    response: NoticeSettings,
  }),
  PUT: update({
    ...earnerOnly,
    summary: "Turn notices on or off",
    body: NoticeSettingsInput,
    run: updateNoticeSettings,
    present: presentNoticeSettings,
    response: NoticeSettings,
  }),
});
