import { NotFoundPage } from "@/components/ui/nothing-here";

export default function NotFound() {
  return <NotFoundPage />;
}
