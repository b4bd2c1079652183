import type { AccessFacts, RouteFact } from "../../model";
import { type RouteContract, readContracts } from "./contracts";
import { functionFinder } from "./described-routes";

/** The contracts of routes, and notes about those that are not known. */
export interface DescribedContracts {
  readonly contractOf: (route: RouteFact) => RouteContract | undefined;
  readonly notes: readonly string[];
}

/** Reads the contracts of routes from the bundles of their functions. `root` is the folder of the project. */
export function describedContracts(
  facts: AccessFacts,
  routes: readonly RouteFact[],
  root: string,
): DescribedContracts {
  const functionOf = functionFinder(facts);
  const functions = new Set(routes.flatMap((route) => functionOf(route) ?? []));
  const { byFunction, problems } = readContracts([...functions], root);
  const contractOf = (route: RouteFact) => byFunction.get(functionOf(route)?.id ?? "");
  const unknown = routes.flatMap((route) =>
    (contractOf(route)?.unknown ?? []).map(
      (part) =>
        `${route.key}: the schema library of "${part}" gives no JSON Schema, so that its types are not known.`,
    ),
  );
  return { contractOf, notes: [...problems, ...unknown] };
}
