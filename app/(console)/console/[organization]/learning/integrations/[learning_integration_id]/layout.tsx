import type { ReactNode } from "react";
import { IntegrationTabs } from "@/components/console/learning/integration-tabs";
import { PageHeader } from "@/components/ui/page/page-header";
import { findIntegration, type IntegrationParams } from "./integration";

type Props = { children: ReactNode; params: Promise<IntegrationParams> };

export default async function IntegrationLayout({ children, params }: Props) {
  const routeParams = await params;
  const integration = await findIntegration(routeParams);
  // The page itself redirects to sign-in or responds with 404, because it knows its own address.
  if (!integration) return children;
  const home = `/console/${routeParams.organization}`;
  return (
    <>
      <PageHeader
        title={integration.name}
        back={{ href: `${home}/learning/integrations`, label: "Integrations" }}
        description={
          <>
            Course {integration.course_id} in {integration.app.name}
          </>
        }
      />
      <IntegrationTabs base={`${home}/learning/integrations/${integration.id}`} />
      {children}
    </>
  );
}
