import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { OrganizationKey } from "@/lib/credentials/issuer-keys/schema";
import { KeyActions } from "./key-actions";

const USES: Record<OrganizationKey["algorithm"], string> = {
  Ed25519: "Badges as JSON, status lists",
  "P-256": "Badges as JWTs",
};

const COLUMNS: Column<OrganizationKey>[] = [
  {
    key: "algorithm",
    label: "Key",
    isFixed: true,
    cell: ({ algorithm, public_key_multibase: publicKey }) => (
      <>
        <span className="font-medium">{algorithm}</span>
        <p className="text-[0.8125rem] text-ink-soft">{USES[algorithm]}</p>
        <p className="font-mono text-2xs wrap-anywhere text-ink-faint">{publicKey}</p>
      </>
    ),
  },
  {
    key: "state",
    label: "State",
    isFixed: true,
    className: "align-top",
    cell: ({ state }) =>
      state === "active" ? <Tag tone="positive">Active</Tag> : <Tag tone="neutral">Retired</Tag>,
  },
  {
    key: "created",
    label: "Created",
    from: "sm",
    isFigure: true,
    className: "align-top text-ink-soft",
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
  {
    key: "retired",
    label: "Retired",
    from: "md",
    isFigure: true,
    className: "align-top text-ink-soft",
    cell: ({ retired_at: at }) => (at ? <DateText value={at} /> : "–"),
  },
];

type KeyOptions = {
  mayChange: boolean;
  /** Whether the organization issues under its domain, which a new key pauses. */
  isUnderDomain: boolean;
};

/** The columns of the list of keys, with actions for active keys if the person may change them. */
export const keyColumns = (
  organizationId: string,
  { mayChange, isUnderDomain }: KeyOptions,
): Column<OrganizationKey>[] => [
  ...COLUMNS,
  {
    key: "actions",
    label: "Actions",
    isFixed: true,
    isHeadHidden: true,
    className: "w-10 text-end align-top",
    cell: (key) =>
      mayChange && key.state === "active" ? (
        <KeyActions organizationId={organizationId} signingKey={key} isUnderDomain={isUnderDomain} />
      ) : null,
  },
];
