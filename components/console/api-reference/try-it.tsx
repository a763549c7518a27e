"use client";

import { useState, type SubmitEvent } from "react";
import { apiSendRaw, type RawResponse } from "@/components/api";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import { ResponseView } from "./response-view";
import { buildTrialRequest, type TrialParameter, type TrialRequest } from "./trial-request";

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
