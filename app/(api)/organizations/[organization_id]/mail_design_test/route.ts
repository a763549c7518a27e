import { DesignTest, DesignTestInput } from "@/lib/delivery/mail/schema";
import { prepareMailDesignTest, sendMailDesignTest } from "@/lib/delivery/mail/service";
import { create, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Send a test e-mail to yourself",
    scope: "memberships",
    body: DesignTestInput,
    status: 200,
    prepare: prepareMailDesignTest,
    run: sendMailDesignTest,
    present: (test) => test,
    response: DesignTest,
  }),
});
