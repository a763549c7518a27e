import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

type ConnectionValuesProps = {
  integration: LearningIntegrationItem;
  /** Addresses of this service. */
  launchUrl: string;
  connectUrl: string;
};

const Values = ({ values }: { values: { label: string; text: string; hint?: string }[] }) => (
  <div className="flex flex-col gap-5">
    {values.map((value) => (
      <CodeBox key={value.label} {...value} />
    ))}
  </div>
);

/** What an administrator of the learning system enters there, each with a button that copies it. */
export function ConnectionValues({ integration, launchUrl, connectUrl }: ConnectionValuesProps) {
  const { app, id, course_id: course } = integration;
  return (
    <Section title="In the learning system">
      <p className="text-ink-soft">
        Enter these where the learning system asks about an external tool (LTI 1.1). The secret is the one
        that was shown when the app was made or its secret rotated.
      </p>
      {app.enterprise ? null : (
        <Notice title="Launches are for enterprise apps">
          {app.name} is not one, so pages cannot be opened inside the learning system: it works over the API,
          after a signed request to the connect address.
        </Notice>
      )}
      <Values
        values={[
          ...(app.enterprise
            ? [{ label: "Launch address", text: launchUrl, hint: "Tool URL: launches are posted there." }]
            : []),
          { label: "Consumer key", text: app.api_key, hint: `API key of ${app.name}.` },
          {
            label: "Parameter of each launch",
            text: `integration_id=${id}`,
            hint: "Says which integration a launch belongs to; it is signed with the others.",
          },
          { label: "Connect address", text: connectUrl, hint: "Servers get a token for the API there." },
          { label: "Course id", text: course, hint: "course_id in requests of the API." },
        ]}
      />
    </Section>
  );
}
