import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/overlay/toast";
import { useResendMail } from "./hooks";

/** Returns `resend`, which sends the mail about a pending badge again and refreshes the page. */
export function useResend(organizationId: string) {
  const router = useRouter();
  const { mutate, isPending } = useResendMail(organizationId);
  const resend = (id: string) =>
    mutate(id, {
      onSuccess: ({ recipient_email }) => {
        toast.success(`Sending an e-mail to ${recipient_email}.`);
        router.refresh();
      },
    });
  return { resend, isPending };
}
