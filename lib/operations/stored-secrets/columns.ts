import { tokenSecrets } from "@/lib/applications/authorization-tokens/serializer";
import { privateKeys } from "@/lib/credentials/issuer-keys/serializer";
import type { EncryptedColumn } from "@/lib/kernel/secrets";
import { authenticatorSecrets } from "@/lib/identity/second-factors/serializer";
import { appSecrets } from "@/lib/learning/apps/serializer";
import { serviceMoveTokens } from "@/lib/moving/service-moves/serializer";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";

/** Every column with permanent encrypted values. Values that expire within a day are not encrypted again. */
export const SECRET_COLUMNS: EncryptedColumn[] = [
  tokenSecrets,
  webhookSecrets,
  previousWebhookSecrets,
  appSecrets,
  privateKeys,
  authenticatorSecrets,
  serviceMoveTokens,
];
