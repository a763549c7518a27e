"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, apiWrite, organizationPath } from "@/components/api";
import { Button } from "@/components/ui/button";
import { describeFailure } from "@/components/ui/form-texts";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { useDebouncedText } from "@/components/ui/use-debounced-text";
import type { DesignTest, MailPreview as Preview } from "@/lib/delivery/mail/schema";
import type { Locale } from "@/lib/kernel/locales";
import { MailPreview } from "./mail-preview";
import { WidthButtons, type MailWidth } from "./mail-width";

/** The pause in typing before the preview is rendered again. */
const PAUSE_MS = 400;

type PreviewRequest = { design: unknown; kind: string; locale: Locale };

/** Renders a mail on the server after a pause in typing. */
export function useMailPreview(organizationId: string, request: PreviewRequest) {
  const body = useDebouncedText(JSON.stringify(request), PAUSE_MS);
  const query = useQuery({
    queryKey: ["mail-preview", organizationId, body],
    queryFn: () =>
      apiWrite<Preview>("POST", organizationPath(organizationId, "mail_design_preview"), JSON.parse(body)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  // The last preview stays beside the reason why there is no newer one.
  const [last, setLast] = useState(query.data);
  if (query.data && query.data !== last) setLast(query.data);
  return { data: query.data ?? last, error: query.error, isFetching: query.isFetching };
}

/** Describes why a design cannot be shown or sent, without the names of the API's fields. */
const describeProblem = (failure: unknown): string => {
  const [first] = failure instanceof ApiFailure ? failure.errors : [];
  const name = first?.field.split(".").at(-1)?.replaceAll("_", " ");
  if (!first || !name) return describeFailure(failure);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${first.message}.`;
};

type SendTestProps = {
  organizationId: string;
  request: PreviewRequest;
  /** The member's address; null when it is not confirmed. */
  address: string | null;
  isTestMode: boolean;
};

/** Sends the previewed mail to the member who looks at it. */
function SendTest({ organizationId, request, address, isTestMode }: SendTestProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      apiWrite<DesignTest>("POST", organizationPath(organizationId, "mail_design_test"), request),
    onSuccess: (sent) =>
      toast.success(
        isTestMode ? "Test e-mail is in the mail inbox." : `Test e-mail sent to ${sent.address}.`,
      ),
    onError: (failure) => toast.error(describeProblem(failure)),
    meta: { inForm: true },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" busy={isPending} disabled={address === null} onClick={() => mutate()}>
        Send test e-mail
      </Button>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">
        {address === null ? "Confirm your e-mail address first." : `To ${address}, as shown here.`}
      </p>
    </div>
  );
}

const SenderLines = ({ from, reply_to: replyTo }: Pick<Preview, "from" | "reply_to">) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm wrap-anywhere">
    <dt className="text-ink-faint">From</dt>
    <dd>
      {from.name} &lt;{from.address}&gt;
    </dd>
    <dt className="text-ink-faint">Reply to</dt>
    <dd>{replyTo ?? from.address}</dd>
  </dl>
);

type DesignPreviewProps = {
  preview: ReturnType<typeof useMailPreview>;
  locale: Locale;
  /** Null for mails that cannot be sent as a test. */
  test: SendTestProps | null;
};

/** The mail as it is sent: who it is from, the page, and the plain text. */
export function DesignPreview({ preview, locale, test }: DesignPreviewProps) {
  const [width, setWidth] = useState<MailWidth>("wide");
  return (
    <section aria-label="Preview" aria-busy={preview.isFetching} className="flex min-h-96 flex-col gap-5">
      {test ? <SendTest {...test} /> : null}
      {preview.error ? (
        <Notice tone="negative" title="The preview is out of date">
          {describeProblem(preview.error)}
        </Notice>
      ) : null}
      {preview.data ? (
        <>
          <SenderLines {...preview.data} />
          <MailPreview
            mail={preview.data}
            lang={locale}
            width={width}
            widthSwitch={<WidthButtons width={width} onChange={setWidth} />}
          />
        </>
      ) : null}
    </section>
  );
}
