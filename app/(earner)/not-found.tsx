import { NotFoundPage } from "@/components/ui/not-found-page";

export default function NotFound() {
  return <NotFoundPage />;
}
