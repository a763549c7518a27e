import { z } from "zod";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { connectPageUrl, createConnectLink } from "@/lib/learning/connections/serializer";
import type { MailPart } from "./mail-task";
import { buildSender, type Mail } from "./transport";
import type { CourseToConnect } from "./queries";
import { renderConnectCourse } from "./render";

/**
 * The message after a launch with the address of an existing account (lib/learning/connections/connection-requests.ts).
 * Its subject is the connection request.
 */
export const CoursePayload = z.object({ template: z.literal("connect_course") });

/**
 * The members of a test organization read its mails, so the link there has no valid token: it would connect a course with
 * the account of someone else.
 */
const courseLink = (request: CourseToConnect): string =>
  withLanguage(
    request.isTest ? connectPageUrl(request.id, "test") : createConnectLink(request),
    toLocale(request.locale),
  );

/** Builds the part of a merged mail about a connection request. */
export const buildCoursePart = (request: CourseToConnect): MailPart => ({
  locale: request.locale,
  to: { name: "", address: request.email },
  ...buildSender(request.organization, request),
  sender: request.organization,
  color: request.color,
  isNewBadge: false,
  note: null,
  line: ({ t }) => t("connect_course.subject", { course: request.course }),
  link: { href: courseLink(request), label: ({ t }) => t("connect_course.action") },
});

/** Builds the mail whose link connects a course with the account of the address. Its reader did not request it. */
export async function buildCourseMail(request: CourseToConnect): Promise<Omit<Mail, "id">> {
  const { email, course, app, organization, color } = request;
  const facts = { address: email, course, app, organization, color, link: courseLink(request) };
  const content = await renderConnectCourse(toLocale(request.locale), facts);
  return { ...content, to: { name: "", address: email }, ...buildSender(organization, request) };
}
