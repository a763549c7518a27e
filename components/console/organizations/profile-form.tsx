"use client";

import { useRouter } from "next/navigation";
import { Controller, useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { FormSection } from "@/components/ui/choice";
import { Field, Input, Textarea } from "@/components/ui/field";
import { DynamicForm } from "@/components/ui/dynamic-form";
import type { Organization } from "@/lib/organizations/profile/schema";
import type { PublicDomain } from "@/lib/credentials/public-pages/schema";
import { ColorField } from "./color-field";
import { useSaveOrganization } from "./hooks";
import { IssuerPreview } from "./issuer-preview";
import { CoverField, PhotoField } from "./photo-field";
import { profileBody, profileFormValues, type ProfileValues, type TextFieldName } from "./profile-values";

const organizationInput = onDemand(
  async () => (await import("@/lib/organizations/profile/schema")).OrganizationInput,
);

type Form = UseFormReturn<ProfileValues>;

type TextLineProps = {
  form: Form;
  name: TextFieldName;
  label: string;
  hint?: string;
  type?: "text" | "email" | "url";
  required?: boolean;
};

const TextLine = ({ form, name, label, hint, type = "text", required = false }: TextLineProps) => (
  <Field label={label} hint={hint} optional={!required} error={form.formState.errors[name]?.message}>
    {(ids) => (
      <Input {...ids} {...form.register(name)} type={type} maxLength={type === "url" ? 2_000 : 255} />
    )}
  </Field>
);

const TWO_COLUMNS = "grid gap-5 sm:grid-cols-2";

type IdentityFieldsProps = { form: Form; organization: Organization; coverUrl: string | null };

const IdentityFields = ({ form, organization, coverUrl }: IdentityFieldsProps) => (
  <>
    <Controller
      control={form.control}
      name="photo"
      render={({ field, fieldState }) => (
        <PhotoField
          current={organization.photo_url}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
    <Controller
      control={form.control}
      name="cover"
      render={({ field, fieldState }) => (
        <CoverField
          current={coverUrl}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
    <TextLine form={form} name="name" label="Name" required />
    <Field
      label="Description"
      optional
      hint="What earners and employers read about you."
      error={form.formState.errors.bio?.message}
    >
      {(ids) => <Textarea {...ids} {...form.register("bio")} rows={5} maxLength={5_000} />}
    </Field>
    <div className={TWO_COLUMNS}>
      <TextLine form={form} name="website_url" label="Website" type="url" />
      <TextLine form={form} name="organization_type" label="Organization type" />
    </div>
    <ColorField form={form} />
  </>
);

const ContactFields = ({ form }: { form: Form }) => (
  <FormSection
    title="Contacts"
    hint="Earners see the support contacts. The other contacts are for the operator of this service."
  >
    <div className={TWO_COLUMNS}>
      <TextLine form={form} name="support_email" label="Support e-mail address" type="email" />
      <TextLine form={form} name="support_url" label="Support URL" type="url" />
      <TextLine form={form} name="contact_email" label="Main contact" type="email" />
      <TextLine form={form} name="technical_contact_email" label="Technical contact" type="email" />
      <TextLine form={form} name="legal_contact_email" label="Legal contact" type="email" />
    </div>
  </FormSection>
);

const AddressFields = ({ form }: { form: Form }) => (
  <FormSection title="Address">
    <div className={TWO_COLUMNS}>
      <TextLine form={form} name="address" label="Street and number" />
      <TextLine form={form} name="zip_or_postal_code" label="Postal code" />
      <TextLine form={form} name="city" label="City" />
      <TextLine form={form} name="state_or_province" label="State or province" />
      <TextLine form={form} name="country" label="Country" />
    </div>
  </FormSection>
);

const SocialLinkFields = ({ form }: { form: Form }) => (
  <FormSection title="Social links">
    <div className={TWO_COLUMNS}>
      <TextLine form={form} name="twitter_url" label="X" type="url" />
      <TextLine form={form} name="facebook_url" label="Facebook" type="url" />
    </div>
  </FormSection>
);

type ProfileFormProps = {
  organization: Organization;
  coverUrl: string | null;
  domain: PublicDomain | null;
  domainHref: string;
};

/** The form of the organization's profile, with a preview of how badges show it. */
export function ProfileForm({ organization, coverUrl, domain, domainHref }: ProfileFormProps) {
  const router = useRouter();
  const form = useForm<ProfileValues>({
    defaultValues: profileFormValues(organization),
    resolver: useRequestResolver(organizationInput, profileBody),
  });
  const values = { ...profileFormValues(organization), ...useWatch({ control: form.control }) };
  const { mutateAsync } = useSaveOrganization(organization.id);
  const send = async (given: ProfileValues) => {
    form.reset(profileFormValues(await mutateAsync(profileBody(given))));
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <DynamicForm form={form} send={send} action="Save profile">
        <IdentityFields form={form} organization={organization} coverUrl={coverUrl} />
        <ContactFields form={form} />
        <AddressFields form={form} />
        <SocialLinkFields form={form} />
      </DynamicForm>
      <div className="xl:sticky xl:top-8">
        <IssuerPreview organization={organization} domain={domain} domainHref={domainHref} values={values} />
      </div>
    </div>
  );
}
