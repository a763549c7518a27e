import { useFormatter, useTranslations } from "next-intl";
import { Picture } from "@/components/ui/picture";
import { Tag, type Tone } from "@/components/ui/tag";
import type { EarnerEmployment } from "@/lib/workforce/employees/schema";
import { EmploymentActions } from "./employment-actions";

const TONES: Record<EarnerEmployment["employee_state"] | "inactive", Tone> = {
  created: "neutral",
  pending: "accent",
  accepted: "positive",
  rejected: "neutral",
  inactive: "neutral",
};

function Employment({ employment }: { employment: EarnerEmployment }) {
  const t = useTranslations("wallet.employers");
  const format = useFormatter();
  const { employer, employee_state: state, email, position_title: position } = employment;
  const shown = employment.deactivated_at ? "inactive" : state;
  const since = new Date(employment.deactivated_at ?? employment.employee_state_updated_at);
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-4 py-6">
      {employer.photo_url ? (
        <Picture
          src={employer.photo_url}
          alt=""
          width={56}
          height={56}
          className="size-14 rounded-lg border border-line object-contain"
        />
      ) : null}
      <div className="flex min-w-52 grow basis-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-heading text-xl leading-tight">{employer.name}</h2>
          <Tag tone={TONES[shown]}>{t(shown)}</Tag>
        </div>
        <p>{t(`${shown}_text`, { employer: employer.name })}</p>
        <p className="text-[0.8125rem] text-ink-faint">
          {position ? t("known_as_position", { email, position }) : t("known_as", { email })}
          <span aria-hidden="true"> · </span>
          {t("since", { date: format.dateTime(since, { dateStyle: "long", timeZone: "UTC" }) })}
        </p>
        <div className="mt-3">
          <EmploymentActions
            employment={{
              id: employment.id,
              employee_state: state,
              deactivated_at: employment.deactivated_at,
              employer: employer.name,
            }}
          />
        </div>
      </div>
    </li>
  );
}

/** The employers with a record of the person, and what each can see. */
export const EmploymentList = ({ employments }: { employments: EarnerEmployment[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {employments.map((employment) => (
      <Employment key={employment.id} employment={employment} />
    ))}
  </ul>
);
