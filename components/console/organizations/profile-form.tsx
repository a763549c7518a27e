"use client";

import { useRouter } from "next/navigation";
import { Controller, useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { FormSection } from "@/components/ui/form/choice";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { Organization } from "@/lib/organizations/profile/schema";
import type { PublicDomain } from "@/lib/credentials/public-pages/schema";
import { saveOrganization } from "./hooks";
import { profileBody, profileFormValues, type ProfileValues, type TextFieldName } from "./profile-values";
import { buildAccentPair } from "@/components/ui/page/accent";
import { LIGHT, DARK } from "@/lib/kernel/palette";
import Link from "next/link";
import type { CSSProperties } from "react";
import { IssuerName } from "@/components/public/badge/badge-hero";
import { Picture } from "@/components/ui/picture";
import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/form/image-choice";

type ImageFieldProps = {
  current: string | null;
  /** A new image as a data URL. Null removes the current image. Empty keeps it. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
};

const Logo = ({ src }: { src: string | null }) =>
  src ? (
    <Picture
      src={src}
      alt="The logo"
      width={80}
      height={80}
      className="size-20 shrink-0 rounded-lg border border-line object-contain"
    />
  ) : (
    <span aria-hidden="true" className="size-20 shrink-0 rounded-lg border border-dashed border-edge" />
  );

const Cover = ({ src }: { src: string | null }) =>
  src ? (
    <Picture
      src={src}
      alt="The cover"
      width={288}
      height={72}
      className="h-18 w-72 max-w-full shrink-0 rounded-lg border border-line object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="h-18 w-72 max-w-full shrink-0 rounded-lg border border-dashed border-edge"
    />
  );

const KeepOrRemove = ({ current, value, onChange }: Omit<ImageFieldProps, "error">) => (
  <>
    {value !== "" ? (
      <Button variant="quiet" size="small" onClick={() => onChange("")}>
        Undo
      </Button>
    ) : null}
    {value === "" && current ? (
      <Button variant="quiet" size="small" onClick={() => onChange(null)}>
        Remove
      </Button>
    ) : null}
  </>
);

const chooseText = (shown: string | null): string => (shown ? "Replace with a file" : "Choose a file");

/** The organization's logo, which can be kept, replaced or removed. */
function PhotoField({ error, ...state }: ImageFieldProps) {
  const shown = state.value === "" ? state.current : state.value;
  return (
    <ImageChoice
      label="Logo"
      picture={<Logo src={shown} />}
      choose={chooseText(shown)}
      beside={<KeepOrRemove {...state} />}
      acceptsSvg
      onChoose={state.onChange}
      error={error}
    />
  );
}

/** The wide picture at the top of the organization's public page, which can be kept, replaced or removed. */
function CoverField({ error, ...state }: ImageFieldProps) {
  const shown = state.value === "" ? state.current : state.value;
  return (
    <ImageChoice
      label="Cover"
      picture={<Cover src={shown} />}
      hint="Shown at the top of your public page, cropped to 1440 × 360 pixels."
      choose={chooseText(shown)}
      beside={<KeepOrRemove {...state} />}
      maxSide={1_440}
      acceptsSvg
      onChoose={state.onChange}
      error={error}
    />
  );
}

/** Returns the brand colours of badge pages as CSS variables. */
function brandStyle(color: string): CSSProperties {
  const { light, dark } = buildAccentPair(color) ?? { light: LIGHT.accent, dark: DARK.accent };
  return { "--brand-light": light, "--brand-dark": dark } as CSSProperties;
}

type IssuerPreviewProps = {
  organization: Organization;
  domain: PublicDomain | null;
  /** The settings page of the domain. */
  domainHref: string;
  values: ProfileValues;
};

/** How the organization appears on the page of a badge that it issued. */
function IssuerPreview({ organization, domain, domainHref, values }: IssuerPreviewProps) {
  const { name, primary_hex_color: color, bio, photo } = values;
  const logo = photo === "" ? organization.photo_url : photo;
  return (
    <section
      aria-label="Preview"
      className="brand rounded-xl border border-line p-6"
      style={brandStyle(color)}
    >
      <h2 className="mb-4 text-2xs text-ink-faint">Badge page preview</h2>
      {logo ? (
        <Picture
          src={logo}
          alt=""
          width={56}
          height={56}
          className="mb-4 size-14 rounded-lg object-contain"
        />
      ) : null}
      <p className="text-ink-soft">Nia Adeyemi earned</p>
      <p className="font-heading mt-1 text-3xl leading-tight">Badge name</p>
      <p className="mt-3 text-ink-soft">
        Issued by <IssuerName issuer={{ name: name || "Your organization", domain }} />
      </p>
      {bio ? <p className="mt-3 text-sm whitespace-pre-line text-ink-soft">{bio}</p> : null}
      <p className="mt-5">
        <span
          aria-hidden="true"
          className="inline-flex min-h-10 items-center rounded-lg bg-accent px-4 text-sm font-medium text-on-accent"
        >
          Verify this badge
        </span>
      </p>
      {domain ? null : (
        <p className="mt-5 border-t border-line pt-3 text-2xs text-ink-faint">
          Verified domains appear next to your name.{" "}
          <Link href={domainHref} className="text-accent underline underline-offset-4">
            Verify a domain
          </Link>
        </p>
      )}
    </section>
  );
}

/** Returns a hint on the contrast of a colour. */
function contrastHint(color: string): string {
  const accent = buildAccentPair(color);
  if (!accent) return `For example, ${LIGHT.accent}. Leave blank for the default blue.`;
  if (accent.light === color.toLowerCase()) return "Text in this colour is easy to read on white.";
  return `Text in this colour is hard to read on white, so it is darkened to ${accent.light} there.`;
}

/** The organization's colour, as text or from a colour picker, with a hint on its contrast. */
function ColorField({ form }: { form: UseFormReturn<ProfileValues> }) {
  const color = useWatch({ control: form.control, name: "primary_hex_color" });
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  return (
    <Field
      label="Colour"
      optional
      hint={contrastHint(color)}
      error={form.formState.errors.primary_hex_color?.message}
    >
      {(ids) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick the colour"
            value={isColor ? color : LIGHT.accent}
            onChange={(event) =>
              form.setValue("primary_hex_color", event.target.value, { shouldDirty: true })
            }
            className="h-10 w-14 shrink-0 rounded-lg border border-edge bg-canvas p-1"
          />
          <Input
            {...ids}
            {...form.register("primary_hex_color")}
            maxLength={7}
            placeholder={LIGHT.accent}
            className="font-mono"
          />
        </div>
      )}
    </Field>
  );
}

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
      <TextLine form={form} name="linked_in_url" label="LinkedIn" type="url" />
      <TextLine
        form={form}
        name="linked_in_org_id"
        label="LinkedIn page number"
        hint="Badges that earners add to their profile then show your LinkedIn page and its logo. LinkedIn shows the number to administrators of the page, in its address."
      />
      <TextLine
        form={form}
        name="linked_in_name"
        label="Name on LinkedIn"
        hint="Used without a page number. Blank: the name above."
      />
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
  const send = async (given: ProfileValues) => {
    form.reset(profileFormValues(await saveOrganization(organization.id, profileBody(given))));
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
