import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { CONNECT_LINK_MS, connectPageUrl, createConnectLink } from "@/lib/learning/connections/serializer";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, LinkBelow, MailTitle, Paragraph } from "../layout";
import { sampleLink, sampleOrganization } from "../samples";
import { findCoursesToConnect, type CourseToConnect } from "../subject-queries";
import { buildSender } from "../transport";

/**
 * The members of a test organization read its mails, so the link there has no valid token: it would connect a course with
 * the account of someone else.
 */
const buildLink = (request: CourseToConnect): string =>
  withLanguage(
    request.isTest ? connectPageUrl(request.id, "test") : createConnectLink(request),
    toLocale(request.locale),
  );

/**
 * "Connect your course": who asks, what it means, and that nothing happens without the reader, who did not request it.
 * The message is stored after a launch with the address of an existing account
 * (lib/learning/connections/connection-requests.ts). Its subject is the connection request.
 */
export const connectCourse = defineMail({
  payload: z.object({ template: z.literal("connect_course") }),
  load: findCoursesToConnect,
  prepare: (request, _payload, { begunAt }) => {
    const { locale, email, course, app, organization, color, askedAt } = request;
    const isFresh = clock.now().getTime() - askedAt.getTime() < CONNECT_LINK_MS;
    // A newer request has its own mail, and the link of an older one would not work any more.
    if (!isFresh || begunAt < askedAt) return null;
    return {
      locale,
      to: { name: "", address: email },
      ...buildSender(organization, request),
      organization,
      facts: { address: email, course, app, organization, color, link: buildLink(request) },
    };
  },
  write: ({ address, course, app, organization, color, link }, words) => {
    const { t, locale } = words;
    const action = t("connect_course.action");
    const body = (
      <Layout
        lang={locale}
        preview={t("connect_course.preview", { course })}
        sender={organization}
        footer={[t("connect_course.reason", { app, address }), t("connect_course.not_yours")]}
      >
        <MailTitle>{t("connect_course.title", { course })}</MailTitle>
        <Paragraph>{t("connect_course.fact", { course, app, organization, address })}</Paragraph>
        <Paragraph>{t("connect_course.consequence", { app })}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    return {
      subject: t("connect_course.subject", { course }),
      item: { link: { href: link, label: action } },
      body,
    };
  },
  sample: (sample, locale) => ({
    ...sampleOrganization(sample),
    course: "Mathematics",
    app: "Moodle",
    link: sampleLink("/connect/sample", locale),
  }),
});
