import { page } from "./layout";

/** A request that cannot be answered to the app. */
export function errorPage(problem: string): string {
  return page({ title: "An error was encountered with the requested page", problem, body: "" });
}
