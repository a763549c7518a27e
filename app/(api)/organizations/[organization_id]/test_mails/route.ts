import { TestMail } from "@/lib/delivery/test-mails/schema";
import { presentTestMail as present } from "@/lib/delivery/test-mails/serializer";
import { listTestMails, testMailListKeys as keys } from "@/lib/delivery/test-mails/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the mails of a test organization, which are stored instead of sent",
    scope: "issued_badges",
    keys,
    run: listTestMails,
    present,
    response: TestMail,
  }),
});
