import { plainFunctionArn } from "../../facts/aws/arns";
import { type FunctionSettings, functionsOf } from "../../local";
import type { AccessFacts, RouteFact } from "../../model";
import { type RouteContract, readContracts } from "./contracts";

/** Whether a route has a path and a method, so that contracts can describe it. */
export const isDescribable = ({ kind }: RouteFact): boolean => kind === "HTTP" || kind === "REST";

export const apisOf = (routes: readonly RouteFact[]): readonly string[] => [
  ...new Set(routes.filter(isDescribable).map(({ api }) => api)),
];

/** Finds the function of a route. Undefined if the JSON declares none. */
export function functionFinder({ model }: AccessFacts): (route: RouteFact) => FunctionSettings | undefined {
  const byArn = new Map(functionsOf(model).map((each) => [each.arn, each]));
  return ({ target }) =>
    target.type === "function" ? byArn.get(plainFunctionArn(target.arn) ?? target.arn) : undefined;
}

/** The methods of a path item. Source: https://spec.openapis.org/oas/v3.1.1.html#path-item-object */
const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"] as const;

export interface RouteOperation<Route> {
  /** In capitals. */
  readonly method: string;
  /** `/files/{path+}` */
  readonly path: string;
  readonly route: Route;
}

/** The operations of routes. `ANY` gives each method without its own route. Routes without a path have none. */
export function operationsOf<Route>(
  routes: readonly Route[],
  keyOf: (route: Route) => string,
): readonly RouteOperation<Route>[] {
  const operations = new Map<string, RouteOperation<Route>>();
  const parsed = routes.flatMap((route) => {
    const [method = "", path] = keyOf(route).split(" ");
    return path === undefined ? [] : [{ method, path, route }];
  });
  const ordered = parsed.toSorted(
    (one, other) => Number(one.method === "ANY") - Number(other.method === "ANY"),
  );
  for (const { method, path, route } of ordered)
    for (const each of method === "ANY" ? methods : [method]) {
      const key = `${each} ${path}`;
      if (!operations.has(key)) operations.set(key, { method: each, path, route });
    }
  return [...operations.values()];
}

export const variablesOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = ""]) => name);

/** The contracts of routes, and notes about unknown ones. */
interface DescribedContracts {
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
  const loaded = Array.from(functions, ({ region, variables, ...each }) => ({
    ...each,
    variables: { AWS_REGION: region, ...variables },
  }));
  const { byFunction, problems } = readContracts(loaded, root);
  const contractOf = (route: RouteFact) => byFunction.get(functionOf(route)?.id ?? "");
  const unknown = routes.flatMap((route) =>
    (contractOf(route)?.unknown ?? []).map(
      (part) =>
        `${route.key}: the schema library of "${part}" provides no JSON Schema, so its types are unknown.`,
    ),
  );
  return { contractOf, notes: [...problems, ...unknown] };
}
