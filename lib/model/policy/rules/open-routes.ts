import { isOpen } from "../../access/callers";
import type { RouteFact } from "../../access/facts";
import type { Rule } from "../rule";

/** Settings of the rule `open-routes`. */
export interface OpenRoutesProps {
  /**
   * The routes that everyone may call: `GET /status`, or `Api GET /status` where several APIs have it.
   *
   * @default - none
   */
  readonly except?: readonly string[];
}

/** No route but those of `except` can be called by everyone. */
export function openRoutes({ except = [] }: OpenRoutesProps = {}): Rule {
  return {
    id: "open-routes",
    check: ({ routes }) =>
      routes
        .filter((route) => isOpen(route) && !except.some((name) => isNamed(route, name)))
        .map((route) => ({
          at: route,
          problem: "everyone may call it",
          remedy: `Give it an authorizer, or list it: openRoutes({ except: [${JSON.stringify(route.key)}] }).`,
        })),
    notes: ({ routes }) =>
      except
        .filter((name) => !routes.some((route) => isOpen(route) && isNamed(route, name)))
        .map(
          (name) =>
            `open-routes: except names ${JSON.stringify(name)}, which is not an open route. Remove it.`,
        ),
  };
}

const isNamed = ({ api, key }: RouteFact, name: string): boolean => name === key || name === `${api} ${key}`;
