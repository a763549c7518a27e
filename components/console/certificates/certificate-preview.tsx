"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";
import { ChoiceCard } from "@/components/ui/form/choice-card";
import { Fieldset } from "@/components/ui/form/choice";
import { Notice } from "@/components/ui/notice";
import { useDebouncedText } from "@/components/ui/use-debounced-text";
import { SAMPLES } from "@/lib/art/certificate-designs/choices";
import type { CertificatePreview, CertificatePreviewInput } from "@/lib/art/certificate-designs/schema";

/** The pause in typing before the preview is drawn again. */
const PAUSE_MS = 400;

type Sample = CertificatePreviewInput["sample"];

/** Whose certificates are designed: those of the organization, or those of one badge template. */
export type CertificateSubject = { organizationId: string; templateId: string | null };

const sampleLabels = ({ templateId }: CertificateSubject): Record<Sample, string> => ({
  organization: templateId === null ? "Your newest badge" : "This badge",
  japanese: "Japanese names",
});

/** The API's path of the design. */
export const designPath = ({ organizationId, templateId }: CertificateSubject): string =>
  organizationPath(
    organizationId,
    templateId === null ? "certificate_design" : `badge_templates/${templateId}/certificate_design`,
  );

/** Draws a design on the server after a pause in typing. */
export function useCertificatePreview(subject: CertificateSubject, design: unknown, sample: Sample) {
  const path = `${designPath(subject)}_preview`;
  const request = useDebouncedText(JSON.stringify({ design, sample }), PAUSE_MS);
  return useQuery({
    queryKey: ["certificate-preview", path, request],
    queryFn: () => apiWrite<CertificatePreview>("POST", path, JSON.parse(request)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

type PreviewPanelProps = {
  subject: CertificateSubject;
  image: string | undefined;
  failure: string | undefined;
  sample: Sample;
  onSample: (sample: Sample) => void;
};

/** The certificate as the server draws it, and which sample it shows. */
export const PreviewPanel = ({ subject, image, failure, sample, onSample }: PreviewPanelProps) => (
  <section aria-label="Preview" className="flex flex-col gap-4">
    <Fieldset legend="Preview with">
      <div className="grid grid-cols-2 gap-1.5">
        {SAMPLES.map((one) => (
          <ChoiceCard
            key={one}
            name="sample"
            value={one}
            checked={sample === one}
            onChange={() => onSample(one)}
            className="min-h-11 px-2 text-sm"
          >
            {sampleLabels(subject)[one]}
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
    <div className="flex min-h-48 items-center justify-center rounded-xl border border-line bg-surface p-3 sm:p-5">
      {image ? (
        // oxlint-disable-next-line next/no-img-element -- a data URL
        <img src={image} alt="Preview of the certificate" className="max-h-[70vh] max-w-full shadow-md" />
      ) : null}
    </div>
    {failure ? <Notice tone="negative">{failure}</Notice> : null}
    <p className="text-[0.8125rem] text-ink-faint">
      This is the page of the PDF that earners download. Certificates of badges that you issued before change
      too.
    </p>
  </section>
);
