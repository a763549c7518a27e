import { createContext, useContext } from "react";
import { toast } from "./toast";

export type MessageTone = "positive" | "negative";

type ShowMessage = (tone: MessageTone, text: string) => void;

/** Shows a toast, unless the page provides another place (components/earner/wallet/message-provider.tsx). */
export const ShowMessageContext = createContext<ShowMessage>((tone, text) =>
  tone === "positive" ? toast.success(text) : toast.error(text),
);

/** Returns a function that shows the result of an action. Screen readers announce it. */
export const useShowMessage = (): ShowMessage => useContext(ShowMessageContext);
