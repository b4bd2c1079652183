import { fail } from "../../local/errors";
import type { RouteFact } from "../../model";

const fullName = ({ api, key }: RouteFact): string => `${api} ${key}`;

/** The routes with a key, or with an API before the key: its construct, its name, or the end of one. */
export function routesNamed(routes: readonly RouteFact[], wanted: string): readonly RouteFact[] {
  const byKey = routes.filter(({ key }) => key === wanted);
  if (byKey.length > 0) return byKey;
  return routes.filter((route) => {
    const name = fullName(route);
    return name === wanted || name.endsWith(`/${wanted}`) || name.endsWith(`-${wanted}`);
  });
}

/** The only route of that name. Throws unless exactly one has it. */
export function requireRoute(routes: readonly RouteFact[], wanted: string, where: string): RouteFact {
  const matching = routesNamed(routes, wanted);
  const [first] = matching;
  if (first === undefined) {
    const parts = routes.map(fullName);
    return fail(where, "part-not-found", "route", { part: "route", value: wanted, parts });
  }
  if (matching.length > 1) {
    const parts = matching.map(fullName);
    return fail(where, "local-several", "route", { part: "route", value: wanted, parts });
  }
  return first;
}
