"use client";

import { useState } from "react";
import { apiRemove, apiWrite } from "@/components/api";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { useWrite } from "@/components/ui/form/use-write";
import type {
  CertificatePreviewInput,
  TemplateCertificateDesign,
} from "@/lib/art/certificate-designs/schema";
import {
  designPath,
  PreviewPanel,
  useCertificatePreview,
  type CertificateSubject,
} from "./certificate-preview";
import { DesignForm } from "./design-form";

type TemplateCertificateProps = {
  subject: CertificateSubject;
  /** The address of the organization's pages. */
  home: string;
  design: TemplateCertificateDesign;
  /** The organization's colour. */
  brand: string;
  hasLogo: boolean;
};

/** Shows the design of the organization with this badge, and gives the template one of its own. */
function InheritedDesign({ subject, home }: TemplateCertificateProps) {
  const [sample, setSample] = useState<CertificatePreviewInput["sample"]>("organization");
  const preview = useCertificatePreview(subject, {}, sample);
  const { write, isBusy } = useWrite();
  const create = () =>
    write({
      send: () => apiWrite("PUT", designPath(subject), {}),
      done: () => "This template has its own design now.",
    });
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <section aria-label="Design" className="flex flex-col items-start gap-5">
        <p>The certificates of this badge use the design of your organization.</p>
        <p className="text-sm text-ink-soft">
          A design for this template starts as a copy of it. Later changes of the organization’s design do not
          change the copy.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={() => void create()}>
            Design for this template
          </Button>
          <ButtonLink variant="secondary" href={`${home}/settings/certificates`}>
            Open the organization’s design
          </ButtonLink>
        </div>
      </section>
      <PreviewPanel
        subject={subject}
        image={preview.data?.image}
        failure={preview.error?.message}
        sample={sample}
        onSample={setSample}
      />
    </div>
  );
}

/** The form of the template's design, and the way back to that of the organization. */
function OwnDesign({ subject, design, brand, hasLogo }: TemplateCertificateProps) {
  const [isAsking, setAsking] = useState(false);
  const { write, isBusy } = useWrite();
  const reset = async () => {
    await write({
      send: () => apiRemove(designPath(subject)),
      done: () => "This template uses the organization’s design again.",
    });
    setAsking(false);
  };
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line px-4 py-3">
        <p className="text-sm">This template has its own design.</p>
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          Go back to the organization’s design
        </Button>
      </div>
      <DesignForm subject={subject} design={design} brand={brand} hasLogo={hasLogo} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Go back to the organization’s design?"
        description="The design of this template is deleted, with its images. Certificates of badges that you issued before change too."
        confirm="Delete this design"
        danger
        busy={isBusy}
        onConfirm={() => void reset()}
      />
    </div>
  );
}

/** How the certificates of a template's badges look. */
export const TemplateCertificate = (props: TemplateCertificateProps) =>
  props.design.inherited ? <InheritedDesign {...props} /> : <OwnDesign {...props} />;
