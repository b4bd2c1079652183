import type { PageContent } from "./layout";

/** A request whose error cannot be returned to the app. */
export function errorPage(problem: string): PageContent {
  return { title: "An error was encountered with the requested page", problem, body: "" };
}
