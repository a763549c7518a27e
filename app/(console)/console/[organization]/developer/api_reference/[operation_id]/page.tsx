import { truncateText } from "@/lib/kernel/truncate-text";
import type { Metadata } from "next";
import { ResponseList } from "@/components/console/api-reference/response-list";
import { ApiPath } from "@/components/console/api-reference/api-path";
import { buildCodeSamples } from "@/components/console/api-reference/code-samples";
import { FieldList } from "@/components/console/api-reference/field-list";
import { MethodTag } from "@/components/console/api-reference/method-tag";
import { OperationList } from "@/components/console/api-reference/operation-list";
import type { TrialParameter } from "@/components/console/api-reference/trial-request";
import { TryIt } from "@/components/console/api-reference/try-it";
import { CodeTabs } from "@/components/ui/code-tabs";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import type { ReferenceAccess, ReferenceOperation } from "@/lib/http/reference/schema";
import { getReference } from "@/lib/http/reference/service";
import { fillSampleIds, listSampleIds } from "@/lib/http/reference/example";
import { findSampleIds } from "@/lib/console/sample-ids/service";
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

type Ids = Record<string, string>;

/**
 * Finds ids of the organization for the path and the body. Only reads get one in the path: otherwise a click would change
 * something that the person did not choose.
 */
async function fillOperation(operation: ReferenceOperation, member: ConsoleMember) {
  const { method, path, body } = operation;
  const inPath = method === "GET" ? [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name) : [];
  const ids = await findSampleIds(member.caller, [...inPath, ...listSampleIds(body?.example)]);
  const filledBody = body && { ...body, example: fillSampleIds(body.example, ids) };
  const pathIds: Ids = Object.fromEntries(inPath.flatMap((name) => (ids[name] ? [[name, ids[name]]] : [])));
  return { operation: { ...operation, body: filledBody }, pathIds };
}

/** Reads initial values from the URL, so that other pages can link here with an id. */
const buildTrialParameters = ({ parameters }: ReferenceOperation, query: Query, ids: Ids): TrialParameter[] =>
  parameters.flatMap(({ name, in: place, required }) => {
    if (place === "header" || name === "organization_id") return [];
    const own = place === "path" ? ids[name] : undefined;
    return [{ name, in: place, required, value: truncateText(readParameter(query[name]), 200) || own || "" }];
  });

function TrySection({
  operation,
  member,
  query,
  ids,
}: {
  operation: ReferenceOperation;
  member: ConsoleMember;
  query: Query;
  ids: Ids;
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
        parameters={buildTrialParameters(operation, query, ids)}
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
  const { operation, pathIds } = await fillOperation(await orNotFound(getReference(id)), member);
  const home = `/console/${slug}${PATH}`;
  const known = { ...pathIds, organization_id: member.caller.organizationId };
  const samples = buildCodeSamples(operation, publicUrl(""), known);
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
          {samples.length > 0 ? (
            <CodeTabs
              samples={samples}
              {...(operation.access === "organization"
                ? { hint: "Set TOKEN to an authorization token." }
                : {})}
            />
          ) : null}
          <TrySection operation={operation} member={member} query={query} ids={pathIds} />
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
