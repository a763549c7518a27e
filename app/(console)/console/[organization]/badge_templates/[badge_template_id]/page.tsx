import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TemplateFigures, PERIODS } from "@/components/console/badge-templates/template-figures";
import { TemplateFrame } from "@/components/console/badge-templates/template-frame";
import { TemplateSummary } from "@/components/console/badge-templates/template-summary";
import { ENGAGEMENT_MEASURES } from "@/components/console/analytics/measures";
import { readAnalyticsQuery } from "@/lib/console/analytics/request";
import { presentAnalytics } from "@/lib/console/analytics/serializer";
import { getAnalytics, getHolderFigures } from "@/lib/console/analytics/service";
import { lastDays } from "@/lib/console/analytics/periods";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { buildListAddress, readChoice, type PageQuery, type QueryParameters } from "../../../../list-request";
import { loadTemplate, type LoadedTemplate, type TemplateParams } from "./loaded-template";

type Props = { params: TemplateParams; searchParams: PageQuery };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await loadTemplate(params)).template.name };
}

/** Shows the figures of the period that the address names. */
async function Figures({ loaded, asked }: { loaded: LoadedTemplate; asked: QueryParameters }) {
  const { member, template, home } = loaded;
  const period = PERIODS.find(({ value }) => value === readChoice(asked.period, ["90", "365"])) ?? PERIODS[0];
  const days = lastDays(toIsoDate(clock.now()), period.days);
  const input = readAnalyticsQuery(new URLSearchParams({ ...days, badge_template_id: template.id }));
  const [report, holders] = await Promise.all([
    getAnalytics(member.caller, input).then(presentAnalytics),
    getHolderFigures(member.caller, template.id, days),
  ]);
  const base = `${home}/badge_templates/${template.id}`;
  const measure = readChoice(asked.measure, ENGAGEMENT_MEASURES);
  const list = buildListAddress(base, asked, { filters: { period: period.value, measure } });
  return (
    <TemplateFigures
      report={report}
      holders={holders}
      list={list}
      analytics={`${home}/analytics?${new URLSearchParams({ ...days, badge_template_id: template.id })}`}
    />
  );
}

export default async function BadgeTemplatePage({ params, searchParams }: Props) {
  const [loaded, asked] = await Promise.all([loadTemplate(params), searchParams]);
  const { member, template, home, rights } = loaded;
  // Nothing happened to a draft yet.
  if (template.state === "draft")
    redirect(`${home}/badge_templates/${template.id}/${rights.change ? "edit" : "earning_path"}`);
  return (
    <TemplateFrame
      organizationId={member.organization.id}
      home={home}
      template={template}
      rights={rights}
      current=""
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
        {rights.seeBadges ? <Figures loaded={loaded} asked={asked} /> : null}
        <TemplateSummary template={template} />
      </div>
    </TemplateFrame>
  );
}
