import { NotFoundPage } from "@/components/ui/page/not-found-page";

export default function NotFound() {
  return <NotFoundPage />;
}
