/** The fields of the form of webhook settings. */
export type SettingsValues = {
  webhook_url: string;
  allowed_webhooks: string[];
  accepts_any_success: boolean;
};
