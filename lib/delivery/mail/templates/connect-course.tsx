import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type ConnectCourseProps = {
  words: MailTranslator;
  address: string;
  course: string;
  /** The learning app's name in the organization. */
  app: string;
  organization: string;
  color: string | null;
  link: string;
};

/** "Connect your course": who asks, what it means, and that nothing happens without the reader. */
export const ConnectCourseMail = ({ words, ...request }: ConnectCourseProps) => {
  const { t, locale } = words;
  const { address, course, app, organization, link } = request;
  return (
    <Layout
      lang={locale}
      preview={t("connect_course.preview", { course })}
      sender={organization}
      footer={
        <>
          <SecondaryText>{t("connect_course.reason", { app, address })}</SecondaryText>
          <SecondaryText>{t("connect_course.not_yours")}</SecondaryText>
        </>
      }
    >
      <MailTitle>{t("connect_course.title", { course })}</MailTitle>
      <Paragraph>{t("connect_course.fact", { course, app, organization, address })}</Paragraph>
      <Paragraph>{t("connect_course.consequence", { app })}</Paragraph>
      <ActionButton href={link} color={request.color}>
        {t("connect_course.action")}
      </ActionButton>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
