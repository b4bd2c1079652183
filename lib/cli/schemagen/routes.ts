import { isObject } from "../project/json";
import { readMetadata } from "../project/metadata";

/** A `graphql` route with `schemagen`. */
export interface SchemagenRoute {
  /** The stack and the id of the API, for error messages. */
  readonly where: string;
  /** The path of the prop, for error messages: `routes["POST /graphql"].schemagen`. */
  readonly prop: string;
  /** The module that exports the schema, relative to the project. */
  readonly schema: string;
  /** The file to write, relative to the project. */
  readonly output: string | undefined;
  /** Shell commands that run after the file is written. */
  readonly commands: readonly string[];
  /** Packages that are bundled with the module. */
  readonly internalPackages: readonly string[];
}

/** The `graphql` routes with `schemagen` in an output folder. Routes with the same settings are returned once. */
export function readSchemagenRoutes(outputFolder: string): readonly SchemagenRoute[] {
  const found = new Map<string, SchemagenRoute>();
  for (const route of readMetadata(outputFolder).flatMap(routesOf)) {
    const { where: _, prop: __, ...settings } = route;
    const key = JSON.stringify(settings);
    if (!found.has(key)) found.set(key, route);
  }
  return [...found.values()];
}

function routesOf(entry: unknown): readonly SchemagenRoute[] {
  if (!isObject(entry) || entry.type !== "Api" || !isObject(entry.data)) return [];
  const { routes } = entry.data;
  if (!Array.isArray(routes)) return [];
  return routes.flatMap((route: unknown) => {
    if (!isObject(route) || route.type !== "graphql" || typeof route.schema !== "string") return [];
    const { schema, output, commands, internalPackages } = route;
    return {
      where: `${String(entry.stack)}/${String(entry.id)}`,
      prop: `routes[${JSON.stringify(route.route)}].schemagen`,
      schema,
      output: typeof output === "string" ? output : undefined,
      commands: texts(commands),
      internalPackages: texts(internalPackages),
    };
  });
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
