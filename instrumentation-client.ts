import { announceNavigation } from "@/components/ui/page/navigation-start";

/** Next calls it when a link or a script begins to go to another page. */
export const onRouterTransitionStart = (url: string): void => announceNavigation(url);
