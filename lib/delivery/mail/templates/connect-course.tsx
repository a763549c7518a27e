import type { Words } from "../words";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type ConnectCourseProps = {
  words: Words;
  address: string;
  course: string;
  /** The learning app's name in the organization. */
  app: string;
  organization: string;
  color: string | null;
  link: string;
};

/** "Connect your course": who asks, what it means, and that nothing happens without the reader. */
export const ConnectCourseMail = ({ words, ...asked }: ConnectCourseProps) => {
  const { t, locale } = words;
  const { address, course, app, organization, link } = asked;
  return (
    <Layout
      lang={locale}
      preview={t("connect_course.preview", { course })}
      sender={organization}
      footer={
        <>
          <Quiet>{t("connect_course.reason", { app, address })}</Quiet>
          <Quiet>{t("connect_course.not_yours")}</Quiet>
        </>
      }
    >
      <Title>{t("connect_course.title", { course })}</Title>
      <Paragraph>{t("connect_course.fact", { course, app, organization, address })}</Paragraph>
      <Paragraph>{t("connect_course.consequence", { app })}</Paragraph>
      <Action href={link} color={asked.color}>
        {t("connect_course.action")}
      </Action>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
