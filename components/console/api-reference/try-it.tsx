"use client";

import { useState, type SubmitEvent } from "react";
import { apiSendRaw, type RawResponse } from "@/components/api";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { FormBody } from "@/components/ui/form/form-body";
import { Notice } from "@/components/ui/notice";
import { buildTrialRequest, type TrialParameter, type TrialRequest } from "./trial-request";
import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { CodeBox } from "@/components/ui/code-box";
import { Facts } from "@/components/ui/facts";
import { Tag } from "@/components/ui/tag";

/** Headers that say something about the response. The others belong to the transport. */
const SHOWN_HEADERS = [
  "content-type",
  "location",
  "x-request-id",
  "idempotent-replayed",
  "ratelimit",
  "retry-after",
  "www-authenticate",
  "allow",
];
const SHOWN_CHARACTERS = 20_000;

function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const statusTone = (status: number) => (status < 300 ? "positive" : status < 400 ? "caution" : "negative");

/** A response: status, time, the relevant headers and the body. */
function ResponseView({ exchange }: { exchange: RawResponse }) {
  const { status, headers, body, ms } = exchange;
  const text = formatBody(body);
  const shownHeaders = headers.filter(([name]) => SHOWN_HEADERS.includes(name));
  const size = `${text.length.toLocaleString("en")} characters`;
  return (
    <section aria-label="Response" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={statusTone(status)}>{status}</Tag>
        <span className="text-sm text-ink-soft tabular-nums">{Math.round(ms).toLocaleString("en")} ms</span>
      </div>
      <Facts
        facts={shownHeaders.map(([term, value]) => ({
          term,
          value: <code className="text-[0.8125rem]">{value}</code>,
        }))}
      />
      {body === "" ? (
        <p className="text-sm text-ink-soft">Empty response body.</p>
      ) : (
        <CodeBox
          label="Response body"
          text={truncateAtGrapheme(text, SHOWN_CHARACTERS)}
          {...(text.length > SHOWN_CHARACTERS
            ? { hint: `Only the first ${SHOWN_CHARACTERS.toLocaleString("en")} of ${size} are shown.` }
            : {})}
        />
      )}
    </section>
  );
}

type TryItProps = {
  method: string;
  /** With its parameters in braces. The organization's id is already filled in. */
  path: string;
  parameters: TrialParameter[];
  /** The initial body. Null for operations without one. */
  body: string | null;
  /** The name of what the request changes: "Harbor College". */
  subject: string;
};

function RequestFields({ parameters, body }: Pick<TryItProps, "parameters" | "body">) {
  return (
    <>
      {parameters.map(({ name, required, value }) => (
        <Field key={name} label={<code className="text-[0.8125rem]">{name}</code>} optional={!required}>
          {(ids) => (
            <Input {...ids} name={name} defaultValue={value} required={required} autoComplete="off" />
          )}
        </Field>
      ))}
      {body === null ? null : (
        <Field label="Body" hint="JSON.">
          {(ids) => (
            <Textarea
              {...ids}
              name="body"
              defaultValue={body}
              rows={Math.min(body.split("\n").length + 1, 16)}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Sends a real request with the session and shows the response. */
export function TryIt({ method, path, parameters, body, subject }: TryItProps) {
  const [requestToConfirm, setRequestToConfirm] = useState<TrialRequest | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [exchange, setExchange] = useState<RawResponse | null>(null);
  const send = async (request: TrialRequest) => {
    setBusy(true);
    try {
      setExchange(await apiSendRaw(method, request.path, request.body));
    } catch {
      setProblem("The server could not be reached. Check the connection and try again.");
    }
    setBusy(false);
    setRequestToConfirm(null);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = buildTrialRequest(path, parameters, new FormData(event.currentTarget));
    setProblem(request.problem);
    if (request.problem !== null) return;
    if (method === "GET") void send(request);
    else setRequestToConfirm(request);
  };
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <form onSubmit={submit}>
        <FormBody className="flex flex-col gap-4">
          {problem ? (
            <Notice tone="negative" announce>
              {problem}
            </Notice>
          ) : null}
          <RequestFields parameters={parameters} body={body} />
          <div className="flex justify-end">
            <Button type="submit" busy={isBusy}>
              Send {method} request
            </Button>
          </div>
        </FormBody>
      </form>
      <div aria-live="polite">{exchange ? <ResponseView exchange={exchange} /> : null}</div>
      <ConfirmDialog
        open={requestToConfirm !== null}
        onOpenChange={() => setRequestToConfirm(null)}
        title={`Send this ${method} request?`}
        description={
          <>
            This request changes live data in {subject}:{" "}
            <code className="text-[0.8125rem] wrap-anywhere">{requestToConfirm?.path}</code>
          </>
        }
        confirm={`Send ${method} request`}
        danger={method === "DELETE"}
        busy={isBusy}
        onConfirm={() => requestToConfirm && void send(requestToConfirm)}
      />
    </div>
  );
}
