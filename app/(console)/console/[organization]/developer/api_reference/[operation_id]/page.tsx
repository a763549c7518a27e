import { truncateText } from "@/lib/kernel/truncate-text";
import type { Metadata } from "next";
import { ResponseList } from "@/components/console/api-reference/response-list";
import { ApiPath } from "@/components/console/api-reference/api-path";
import { buildCurlCommand } from "@/components/console/api-reference/curl-command";
import { FieldList } from "@/components/console/api-reference/field-list";
import { MethodTag } from "@/components/console/api-reference/method-tag";
import { OperationList } from "@/components/console/api-reference/operation-list";
import type { TrialParameter } from "@/components/console/api-reference/trial-request";
import { TryIt } from "@/components/console/api-reference/try-it";
import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import type { ReferenceAccess, ReferenceOperation } from "@/lib/http/reference/schema";
import { getReference } from "@/lib/http/reference/service";
import { publicUrl } from "@/lib/kernel/env";
import { requireConsoleMember, orNotFound, type ConsoleMember } from "../../../../../console-caller";
import { readParameter } from "../../../../../list-request";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "API reference" };

type Query = Record<string, string | string[] | undefined>;
type Props = {
  params: Promise<{ organization: string; operation_id: string }>;
  searchParams: Promise<Query>;
};

const PATH = "/developer/api_reference";

const ACCESS_TEXTS: Record<ReferenceAccess, string> = {
  organization: "An authorization token, an access token or a member’s session.",
  session: "Only the session of the signed-in person.",
  learning: "A token of the learning edition, sent as access_token.",
  owner: "The e-mail address and password of the owner of a learning app.",
  none: "No sign-in. Any credentials are part of the request.",
};

const Access = ({ access, scope }: Pick<ReferenceOperation, "access" | "scope">) => (
  <p className="text-sm text-ink-soft">
    {ACCESS_TEXTS[access]}{" "}
    {scope ? (
      <>
        Access tokens need the scope <code className="text-[0.8125rem]">{scope}</code>.
      </>
    ) : null}
  </p>
);

/** Reads initial values from the URL, so that other pages can link here with an id. */
const buildTrialParameters = ({ parameters }: ReferenceOperation, query: Query): TrialParameter[] =>
  parameters.flatMap(({ name, in: place, required }) =>
    place === "header" || name === "organization_id"
      ? []
      : [{ name, in: place, required, value: truncateText(readParameter(query[name]), 200) }],
  );

function TrySection({
  operation,
  member,
  query,
}: {
  operation: ReferenceOperation;
  member: ConsoleMember;
  query: Query;
}) {
  if (operation.access !== "organization" && operation.access !== "session") return null;
  const { organizationId } = member.caller;
  const isSession = operation.access === "session";
  return (
    <Section title="Try it">
      <p className="text-sm text-ink-soft">
        Requests use your session and permissions, and work on live data.
      </p>
      <TryIt
        method={operation.method}
        path={operation.path.replace("{organization_id}", organizationId)}
        parameters={buildTrialParameters(operation, query)}
        body={operation.body ? JSON.stringify(operation.body.example, null, 2) : null}
        subject={isSession ? "your account" : member.organization.name}
      />
    </Section>
  );
}

function Description({ operation }: { operation: ReferenceOperation }) {
  const { parameters, body, responses: answers } = operation;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Authentication">
        <Access {...operation} />
      </Section>
      {parameters.length > 0 ? (
        <Section title="Parameters">
          <FieldList
            fields={parameters.map(({ in: place, type, ...rest }) => ({
              ...rest,
              type: `${type}, ${place}`,
            }))}
          />
        </Section>
      ) : null}
      {body && body.fields.length > 0 ? (
        <Section title="Body">
          <p className="text-sm text-ink-soft">{body.isForm ? "JSON or form data." : "JSON."}</p>
          <FieldList fields={body.fields} />
        </Section>
      ) : null}
      <Section title="Responses">
        <ResponseList answers={answers} />
      </Section>
    </div>
  );
}

export default async function OperationPage({ params, searchParams }: Props) {
  const [{ organization: slug, operation_id: id }, query] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "events" });
  const operation = await orNotFound(getReference(id));
  const home = `/console/${slug}${PATH}`;
  const curl = buildCurlCommand(operation, publicUrl(""), { organization_id: member.caller.organizationId });
  return (
    <>
      <PageHeader
        title={operation.summary}
        back={{ href: home, label: "API reference" }}
        description={
          <span className="flex gap-2">
            <MethodTag method={operation.method} />
            <ApiPath path={operation.path} />
          </span>
        }
      />
      <SectionTabs member={member} current="/api_reference" />
      <div className="grid gap-10 lg:grid-cols-2">
        <Description operation={operation} />
        <div className="flex min-w-0 flex-col gap-10">
          {curl ? (
            <CodeBox
              label="curl command"
              text={curl}
              {...(operation.access === "organization"
                ? { hint: "Set TOKEN to an authorization token." }
                : {})}
            />
          ) : null}
          <TrySection operation={operation} member={member} query={query} />
        </div>
      </div>
      {operation.related.length > 0 ? (
        <div className="mt-12">
          <Section title={`More endpoints: ${operation.group}`}>
            <OperationList items={operation.related} home={home} />
          </Section>
        </div>
      ) : null}
    </>
  );
}
