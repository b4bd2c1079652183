import { relative } from "node:path";
import { exportNameOf, findEntry } from "../../bundle";
import { packageName } from "../../facts/errors/package-name";
import type { FunctionSettings } from "../../local";
import { type AccessFacts, callersText, type RouteFact } from "../../model";
import type { RouteContract } from "../openapi/contracts";
import {
  apisOf,
  describedContracts,
  functionFinder,
  isDescribable,
  operationsOf,
  type RouteOperation,
  variablesOf,
} from "../openapi/described-routes";
import { fileOf, type GeneratedTypes, keyText, namePart, objectText, SchemaTypes } from "./schema-types";

/**
 * The types of the routes of an app: an interface for each API.
 *
 * @param source - `schemas` writes complete types, from the schemas in the bundles of functions. `handlers` refers to the exports
 * of the sources, which do not run, and whose types the compiler must infer.
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

/** The types of routes, from one of the sources. The declarations and notes are complete after all types are written. */
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

/** A name must not end the comment. */
const commentText = (text: string): string => text.replaceAll("*/", "* /");

/** The types of `serverform/client` that a text uses. */
function importsOf(text: string): readonly string[] {
  const named = ["ProblemDetails", "Query", "RouteOf"].filter((name) =>
    new RegExp(`[ |&(]${name}\\b[;<]`).test(text),
  );
  return named.length === 0 ? [] : [`import type { ${named.join(", ")} } from "${packageName}/client";`];
}

/** The complete type of a route from its contract. Without a contract, it has the variables of the path. */
export function contractType(
  method: string,
  path: string,
  contract: RouteContract | undefined,
  schemas: SchemaTypes,
): string {
  const name = namePart(`${method.toLowerCase()} ${path}`);
  const typeOf = (part: "path" | "query" | "body" | "output"): string | undefined => {
    const schema = contract?.[part];
    return schema && schemas.typeOf(schema, `${name}${namePart(part)}`);
  };
  const variables = variablesOf(path).map((each) => `${keyText(each)}: string`);
  const parts = {
    path: typeOf("path") ?? (variables.length === 0 ? "object" : objectText(variables)),
    query: typeOf("query") ?? "Query",
    body: typeOf("body") ?? "unknown",
    output: contract?.stream === undefined ? (typeOf("output") ?? "unknown") : "string",
    errors: errorsOf(contract, name, schemas),
  };
  return objectText(Object.entries(parts).map(([part, type]) => `${part}: ${type}`));
}

function errorsOf(contract: RouteContract | undefined, name: string, schemas: SchemaTypes): string {
  const isChecked = [contract?.path, contract?.query, contract?.body].some((schema) => schema !== undefined);
  const declared = Object.entries(contract?.errors ?? {}).map(
    ([status, schema]) => [status, schemas.typeOf(schema, `${name}${status}`)] as const,
  );
  const all = Object.entries({
    ...(isChecked && { 400: "ProblemDetails" }),
    ...Object.fromEntries(declared),
  });
  return all.length === 0 ? "unknown" : objectText(all.map(([status, type]) => `${status}: ${type}`));
}

interface TypesPlace {
  readonly root: string;
  readonly folder: string;
}

/** The type of a route from its handler: `RouteOf<typeof import("./functions/notes.js").get, { id: string }>`. */
function importedType(path: string, handler: string): string {
  const variables = variablesOf(path).map((name) => `${keyText(name)}: string`);
  return variables.length === 0 ? `RouteOf<${handler}>` : `RouteOf<${handler}, { ${variables.join("; ")} }>`;
}

/** The type of a handler, or the reason why it is unknown. Functions in other languages have no type. */
function handlerType(
  { runtime = "", handler }: FunctionSettings,
  { root, folder }: TypesPlace,
): { readonly type: string } | { readonly reason: string } {
  if (!runtime.startsWith("nodejs")) return { type: "unknown" };
  const file = findEntry(root, ".", handler);
  if (file === undefined) return { reason: "its source is not in this project" };
  if (!/\.[cm]?tsx?$/.test(file)) return { reason: "it is written in JavaScript" };
  return {
    type: `typeof import(${JSON.stringify(specifierOf(folder, root, file))}).${exportNameOf(handler, file)}`,
  };
}

/** Compilers find a source by the name of its compiled file, in all kinds of projects. */
function specifierOf(folder: string, root: string, file: string): string {
  const path = relative(folder, `${root}/${file}`).replaceAll("\\", "/");
  const compiled = path.replace(/\.([cm]?)tsx?$/, ".$1js");
  return compiled.startsWith(".") ? compiled : `./${compiled}`;
}
