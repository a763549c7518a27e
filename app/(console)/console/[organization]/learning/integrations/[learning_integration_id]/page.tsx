import type { Metadata } from "next";
import { ConnectionValues } from "@/components/console/learning/connection-values";
import { DeleteIntegration } from "@/components/console/learning/delete-integration";
import { IntegrationForm } from "@/components/console/learning/integration-form";
import { Facts, Section } from "@/components/ui/facts";
import { DateText } from "@/components/ui/time/time";
import { publicUrl } from "@/lib/kernel/env";
import { may } from "../../../../../console-caller";
import {
  findIntegration,
  loadIntegration,
  type IntegrationParams,
  type LoadedIntegration,
} from "./integration";

type Props = { params: Promise<IntegrationParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findIntegration(await params))?.name ?? "Integration" };
}

function Settings({ member, integration, home }: LoadedIntegration) {
  const { caller } = member;
  const { organizationId } = caller;
  return (
    <div className="flex flex-col gap-10">
      {may(caller, "memberships", "write") ? (
        <Section title="Settings">
          <IntegrationForm organizationId={organizationId} integration={integration} />
        </Section>
      ) : null}
      <Section title="Contents">
        <Facts
          facts={[
            { term: "Students", value: integration.students_count.toLocaleString("en") },
            { term: "Gradables", value: integration.gradables_count.toLocaleString("en") },
            { term: "Rules", value: integration.rules_count.toLocaleString("en") },
            { term: "Badges issued", value: integration.badges_count.toLocaleString("en") },
            { term: "Added", value: <DateText value={integration.created_at} /> },
          ]}
        />
      </Section>
      {may(caller, "memberships", "delete") ? (
        <div>
          <DeleteIntegration organizationId={organizationId} home={home} integration={integration} />
        </div>
      ) : null}
    </div>
  );
}

export default async function IntegrationPage({ params }: Props) {
  const loaded = await loadIntegration(await params);
  return (
    <div className="grid gap-x-14 gap-y-10 xl:grid-cols-2">
      <ConnectionValues
        integration={loaded.integration}
        launchUrl={publicUrl("/auth/lti")}
        connectUrl={publicUrl("/v1.1/cle_auth/connect")}
      />
      <Settings {...loaded} />
    </div>
  );
}
