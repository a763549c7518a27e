import { CodeBox } from "@/components/ui/code-box";
import { Notice } from "@/components/ui/notice";

/** Key and secret of an app, the one time that they can be seen together. */
export const AppSecret = ({ apiKey, secret }: { apiKey: string; secret: string }) => (
  <div className="flex flex-col gap-5">
    <CodeBox label="API key" text={apiKey} hint="Consumer key of signed requests." />
    <CodeBox label="App secret" text={secret} hint="Shared secret, with which requests are signed." />
    <Notice tone="caution">Copy the secret now: it is not shown again.</Notice>
  </div>
);
