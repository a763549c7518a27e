import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

type ConnectionValuesProps = {
  integration: LearningIntegrationItem;
  /** URLs of this service. */
  launchUrl: string;
  connectUrl: string;
};

const ValueList = ({ values }: { values: { label: string; text: string; hint?: string }[] }) => (
  <div className="flex flex-col gap-5">
    {values.map((value) => (
      <CodeBox key={value.label} {...value} />
    ))}
  </div>
);

/** Shows the values to enter in the learning system, each with a copy button. */
export function ConnectionValues({ integration, launchUrl, connectUrl }: ConnectionValuesProps) {
  const { app, id, course_id: course } = integration;
  return (
    <Section title="Learning system settings">
      <p className="text-ink-soft">
        Enter these values in the external tool (LTI 1.1) settings of the learning system. Use the secret that
        was shown when the app was created or its secret last rotated.
      </p>
      {app.enterprise ? null : (
        <Notice title="Launches need an enterprise app">
          {app.name} is not an enterprise app, so it cannot open pages inside the learning system. Use the
          connect URL and the API instead.
        </Notice>
      )}
      <ValueList
        values={[
          ...(app.enterprise
            ? [{ label: "Launch URL", text: launchUrl, hint: "The tool URL. Launches are posted to it." }]
            : []),
          { label: "Consumer key", text: app.api_key, hint: `API key of ${app.name}.` },
          {
            label: "Launch parameter",
            text: `integration_id=${id}`,
            hint: "Identifies the integration. Include it in every launch and sign it with the other parameters.",
          },
          { label: "Connect URL", text: connectUrl, hint: "Servers request API tokens here." },
          { label: "Course ID", text: course, hint: "Send it as course_id in API requests." },
        ]}
      />
    </Section>
  );
}
