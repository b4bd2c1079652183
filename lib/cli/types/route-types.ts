import { packageName } from "../../facts/errors/package-name";
import { callersText } from "../../model/access/callers";
import type { AccessFacts, RouteFact } from "../../model/access/facts";
import { describedContracts } from "../openapi/described-contracts";
import {
  apisOf,
  functionFinder,
  isDescribable,
  operationsOf,
  type RouteOperation,
} from "../openapi/described-routes";
import { contractType } from "./contract-types";
import { fileOf, type GeneratedTypes } from "./file";
import { handlerType, importedType, type TypesPlace } from "./imported-types";
import { namePart } from "./names";
import { SchemaTypes } from "./schema-types";

/**
 * The types of the routes of an app: an interface for each API.
 *
 * @param source - `schemas` writes the types in full, from the schemas in the bundles of functions. `handlers` refers to the exports of the
 * sources, which do not run, and whose types the compiler must infer.
 */
export function routeTypes(
  facts: AccessFacts,
  place: TypesPlace,
  source: "schemas" | "handlers" = "schemas",
): GeneratedTypes {
  const routes = facts.routes.filter(isDescribable);
  const types = source === "schemas" ? typesInFull(facts, routes, place) : typesOfHandlers(facts, place);
  const apis = apisOf(routes);
  const interfaces = apis.map((api) => {
    const lines = sortedOperations(routes.filter((route) => route.api === api)).map(
      (each) =>
        `  /** For ${commentText(callersText(each.route))}. */\n` +
        `  ${JSON.stringify(`${each.method} ${each.path}`)}: ${types.typeOf(each).replaceAll("\n", "\n  ")};`,
    );
    const name = apis.length === 1 ? "Routes" : `${namePart(api)}Routes`;
    return `/** The routes of ${commentText(api)}. */\nexport interface ${name} {\n${lines.join("\n")}\n}`;
  });
  const unnamed = routes
    .filter(({ key }) => !key.includes(" "))
    .map(({ key }) => `${key}: a client cannot call a route without a path.`);
  const text = fileOf([...types.declarations(), ...interfaces], importsOf);
  return { text, notes: [...facts.problems, ...types.notes, ...unnamed] };
}

/** The types of routes, from one of the sources. The declarations and notes are complete when all types are written. */
interface RouteTexts {
  readonly typeOf: (operation: RouteOperation<RouteFact>) => string;
  readonly declarations: () => readonly string[];
  readonly notes: readonly string[];
}

function typesInFull(facts: AccessFacts, routes: readonly RouteFact[], { root }: TypesPlace): RouteTexts {
  const schemas = new SchemaTypes();
  const { contractOf, notes } = describedContracts(facts, routes, root);
  return {
    typeOf: ({ method, path, route }) => contractType(method, path, contractOf(route), schemas),
    declarations: () => [...schemas.declarations.values()],
    notes,
  };
}

function typesOfHandlers(facts: AccessFacts, place: TypesPlace): RouteTexts {
  const functionOf = functionFinder(facts);
  const notes: string[] = [];
  const typeOf = ({ path, route }: RouteOperation<RouteFact>): string => {
    const fn = functionOf(route);
    const found = fn === undefined ? { type: "unknown" } : handlerType(fn, place);
    if ("type" in found) return importedType(path, found.type);
    notes.push(`${route.key}: the types of ${fn?.handler} are not known, because ${found.reason}.`);
    return importedType(path, "unknown");
  };
  return { typeOf, declarations: () => [], notes };
}

const sortedOperations = (routes: readonly RouteFact[]): readonly RouteOperation<RouteFact>[] =>
  operationsOf(routes, ({ key }) => key).toSorted(
    (one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method),
  );

/** A name in a comment must not end it. */
const commentText = (text: string): string => text.replaceAll("*/", "* /");

/** The types of `serverform/client` that a text names. */
function importsOf(text: string): readonly string[] {
  const named = ["ProblemDetails", "Query", "RouteOf"].filter((name) =>
    new RegExp(`[ |&(]${name}\\b[;<]`).test(text),
  );
  return named.length === 0 ? [] : [`import type { ${named.join(", ")} } from "${packageName}/client";`];
}
