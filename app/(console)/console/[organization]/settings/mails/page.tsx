import type { Metadata } from "next";
import { MailChoice } from "@/components/console/mails/mail-choice";
import { MailPreview } from "@/components/console/mails/mail-preview";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { toLocale } from "@/lib/kernel/locales";
import { renderSampleMail } from "@/lib/delivery/mail/samples";
import { MAIL_KINDS } from "@/lib/delivery/mail/choices";
import { requireConsoleMember } from "../../../../console-caller";
import { readParameter, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "E-mails" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

export default async function MailsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const path = `${home}/settings/mails`;
  const kind = MAIL_KINDS.find((one) => one === parameters.kind) ?? "pending_badge";
  const locale = toLocale(parameters.locale);
  const width = readParameter(parameters.width) === "narrow" ? "narrow" : "wide";
  return (
    <>
      <PageHeader
        title="E-mails"
        description="Preview the e-mails sent in your name. People get them in the language of their account or badge."
      />
      <SettingsTabs home={home} current="/mails" />
      <MailChoice path={path} kind={kind} locale={locale} width={width} />
      <MailPreview
        mail={await renderSampleMail(caller, kind, locale)}
        lang={locale}
        width={width}
        widthHref={(next) => `${path}?${new URLSearchParams({ kind, locale, width: next })}`}
      />
    </>
  );
}
