import { TestMailDetail } from "@/lib/delivery/test-mails/schema";
import { presentTestMailDetail as present } from "@/lib/delivery/test-mails/serializer";
import { getTestMail } from "@/lib/delivery/test-mails/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a mail of a test organization with its contents",
    scope: "issued_badges",
    ids: ["test_mail_id"],
    run: getTestMail,
    present,
    response: TestMailDetail,
  }),
});
