import type { PageContent } from "./layout";

/** A request that cannot be answered to the app. */
export function errorPage(problem: string): PageContent {
  return { title: "An error was encountered with the requested page", problem, body: "" };
}
