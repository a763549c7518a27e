import { Ellipsis } from "lucide-react";
import { LastUse } from "@/components/console/developer/last-use";
import { Permissions } from "@/components/console/developer/permission-tags";
import { buttonClass } from "@/components/ui/button";
import type { Column } from "@/components/ui/list/data-table";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { AuthorizationToken } from "@/lib/applications/authorization-tokens/schema";

/** A token without its secret, which is fetched on request. */
export type TokenItem = Omit<AuthorizationToken, "token"> & { hint: string };

export type TokenAction = { kind: "reveal" | "rotate" | "delete"; token: TokenItem };

/** What the person may do with tokens. */
export type TokenPermissions = { reveal: boolean; rotate: boolean; remove: boolean };

export const tokenTitle = (token: TokenItem): string => token.description ?? "No description";

const tokenAccess = (token: TokenItem) => ({
  read: token.read_enabled,
  write: token.write_enabled,
  delete: token.delete_enabled,
});

const DAY_MS = 24 * 3_600_000;
const WARNING_DAYS = 14;

/** The expiry date of a token and, in the last two weeks, the days left. */
function TokenExpiry({ expiresAt, now }: { expiresAt: string; now: string }) {
  const days = Math.floor((Date.parse(expiresAt) - Date.parse(now)) / DAY_MS);
  const isExpired = Date.parse(expiresAt) <= Date.parse(now);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <DateText value={expiresAt} />
      {isExpired ? <Tag tone="negative">Expired</Tag> : null}
      {!isExpired && days < WARNING_DAYS ? (
        <Tag tone="caution">
          {days < 1 ? "Expires today" : days === 1 ? "1 day left" : `${days} days left`}
        </Tag>
      ) : null}
    </span>
  );
}

const TokenCell = ({ token, now }: { token: TokenItem; now: string }) => (
  <>
    <p className="font-medium wrap-anywhere">{tokenTitle(token)}</p>
    <p className="text-[0.8125rem] text-ink-faint">
      <span className="font-mono">{token.hint}</span> · created by{" "}
      {token.created_by_name || "an unknown user"} on <DateText value={token.created_at} />
    </p>
    <div className="mt-1.5 flex flex-col gap-1.5 text-[0.8125rem] text-ink-soft md:hidden">
      <Permissions access={tokenAccess(token)} scopes={token.scopes} />
      <span>
        Expires <TokenExpiry expiresAt={token.expires_at} now={now} />
      </span>
    </div>
    <div className="mt-1.5 text-[0.8125rem] text-ink-soft lg:hidden">
      Last used: <LastUse item={token} />
    </div>
  </>
);

type ActionsProps = { token: TokenItem; rights: TokenPermissions; onAction: (act: TokenAction) => void };

function TokenMenu({ token, rights, onAction }: ActionsProps) {
  if (!rights.reveal && !rights.rotate && !rights.remove) return null;
  const select = (kind: TokenAction["kind"]) => () => onAction({ kind, token });
  return (
    <Menu
      label={`Actions for ${tokenTitle(token)}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      {rights.reveal ? <MenuItem onSelect={select("reveal")}>Show token and curl command</MenuItem> : null}
      {rights.rotate ? <MenuItem onSelect={select("rotate")}>Rotate…</MenuItem> : null}
      {rights.remove ? (
        <MenuItem danger onSelect={select("delete")}>
          Delete…
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** The columns of the token list: permissions, last use, expiry. */
export const tokenColumns = (
  now: string,
  rights: TokenPermissions,
  onAction: (act: TokenAction) => void = () => undefined,
): Column<TokenItem>[] => [
  { key: "token", label: "Token", isFixed: true, cell: (token) => <TokenCell token={token} now={now} /> },
  {
    key: "permissions",
    label: "Permissions",
    from: "md",
    cell: (token) => <Permissions access={tokenAccess(token)} scopes={token.scopes} />,
  },
  {
    key: "used",
    label: "Last used",
    from: "lg",
    className: "text-ink-soft tabular-nums",
    cell: (token) => <LastUse item={token} />,
  },
  {
    key: "ends",
    label: "Expires",
    from: "md",
    className: "text-ink-soft tabular-nums",
    cell: ({ expires_at: at }) => <TokenExpiry expiresAt={at} now={now} />,
  },
  {
    key: "actions",
    label: "Actions",
    isFixed: true,
    isHeadHidden: true,
    className: "w-10 text-end",
    cell: (token) => <TokenMenu token={token} rights={rights} onAction={onAction} />,
  },
];
