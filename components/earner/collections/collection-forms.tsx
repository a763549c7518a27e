"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { apiMe } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import { useWrite } from "@/components/ui/form/use-write";
import type { BadgeCollection } from "@/lib/badges/collections/schema";

const nameSchema = onDemand(
  async () => (await import("@/lib/badges/collections/schema")).BadgeCollectionInput,
);

const readName = (form: FormData) => ({ name: readField(form, "name") });

/** Creates a collection and opens it. */
export function NewCollection() {
  const t = useTranslations("wallet.collections");
  const router = useRouter();
  return (
    <Form
      fields={["name"]}
      schema={nameSchema}
      read={readName}
      send={(body) => apiMe<BadgeCollection>("POST", "/badge_collections", body)}
      done={({ id, name }) => {
        router.push(`/wallet/collections/${id}`);
        return t("created", { name });
      }}
      action={t("create")}
      look="secondary"
    >
      {(problems) => <TextField name="name" label={t("new_name")} maxLength={80} problems={problems} />}
    </Form>
  );
}

type CollectionProps = { collection: Pick<BadgeCollection, "id" | "name"> };

/** Changes the name of a collection. */
export function RenameCollection({ collection: { id, name } }: CollectionProps) {
  const t = useTranslations("wallet.collections");
  const words = useTranslations("wallet.common");
  return (
    <Form
      fields={["name"]}
      schema={nameSchema}
      read={readName}
      send={(body) => apiMe<BadgeCollection>("PATCH", `/badge_collections/${id}`, body)}
      done={() => words("saved")}
      action={words("save")}
      look="secondary"
    >
      {(problems) => (
        <TextField name="name" label={t("name")} defaultValue={name} maxLength={80} problems={problems} />
      )}
    </Form>
  );
}

/** Deletes a collection after a confirmation, and opens the list. */
export function DeleteCollection({ collection: { id, name } }: CollectionProps) {
  const t = useTranslations("wallet.collections");
  const router = useRouter();
  const { write, isBusy } = useWrite();
  const remove = () =>
    write({
      send: () => apiMe("DELETE", `/badge_collections/${id}`),
      done: () => {
        router.push("/wallet/collections");
        return t("deleted", { name });
      },
    });
  return (
    <ConfirmButton
      opener={t("delete")}
      look={{ variant: "danger" }}
      title={t("delete_title", { name })}
      text={t("delete_text")}
      confirm={t("delete_now")}
      isBusy={isBusy}
      onConfirm={(close) => void remove().then(close)}
    />
  );
}
