import { z } from "zod";
import { inLanguage } from "@/lib/kernel/locales";
import { connectLink } from "@/lib/learning/connections/serializer";
import type { Part } from "./letter";
import type { CourseToConnect } from "./address-queries";
import { renderConnectCourse } from "./render";
import type { Mail } from "./transport";
import { knownLocale } from "@/lib/kernel/locales";

/**
 * The message after a launch with the address of an existing account (lib/learning/connections/connection-requests.ts).
 * Its subject is the connection request.
 */
export const CoursePayload = z.object({ template: z.literal("connect_course") });

const linkOf = (asked: CourseToConnect): string => inLanguage(connectLink(asked), knownLocale(asked.locale));

const replyToOf = ({ organization, supportEmail }: CourseToConnect): Mail["replyTo"] =>
  supportEmail ? { name: organization, address: supportEmail } : null;

/** Builds the part of a merged mail about a connection request. */
export const coursePart = (asked: CourseToConnect): Part => ({
  locale: asked.locale,
  to: { name: "", address: asked.email },
  replyTo: replyToOf(asked),
  sender: asked.organization,
  color: asked.color,
  isNewBadge: false,
  note: null,
  line: ({ t }) => t("connect_course.subject", { course: asked.course }),
  link: { href: linkOf(asked), label: ({ t }) => t("connect_course.action") },
});

/** Builds the mail whose link connects a course with the account of the address. Its reader did not request it. */
export async function courseMail(asked: CourseToConnect): Promise<Omit<Mail, "id">> {
  const { email, course, app, organization, color } = asked;
  const facts = { address: email, course, app, organization, color, link: linkOf(asked) };
  const content = await renderConnectCourse(knownLocale(asked.locale), facts);
  return { ...content, to: { name: "", address: email }, replyTo: replyToOf(asked) };
}
