import { CodeBox } from "@/components/ui/code-box";
import { Notice } from "@/components/ui/notice";

/** Shows the key and the secret of an app. The secret is shown only once. */
export const AppSecret = ({ apiKey, secret }: { apiKey: string; secret: string }) => (
  <div className="flex flex-col gap-5">
    <CodeBox label="API key" text={apiKey} hint="Consumer key for signed requests." />
    <CodeBox label="App secret" text={secret} hint="Shared secret for signing requests." />
    <Notice tone="caution">Copy the secret now. It is not shown again.</Notice>
  </div>
);
