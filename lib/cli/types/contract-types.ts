import type { RouteContract } from "../openapi/contracts";
import { variablesOf } from "../openapi/described-routes";
import { keyText, namePart, objectText } from "./names";
import type { SchemaTypes } from "./schema-types";

/** The type of a route from its contract, in full. Without a contract, it has the variables of the path. */
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
