import { fail } from "../../cli/errors";
import { findFunction, functionNames } from "../../local";
import { type Permission, permissionsOf, type TargetFact } from "../../model";
import { factsIn, type JsonSource } from "./read-source";
import { routesNamed } from "./routes";

/**
 * The permissions of the role of a function, statement by statement. Resources have their names in the app, such as `Notes`.
 *
 * @param name - name of the function, its construct path, or the end of that path; or a route that leads to it: `GET /notes`
 * @returns undefined if the JSON does not declare the role
 * @throws ServerformError with the code `local-function-unknown`
 */
export function policyOf(source: JsonSource, name: string): readonly Permission[] | undefined {
  const { model, functions, routes } = factsIn(source);
  const byName = findFunction(model, name);
  const arns = byName === undefined ? routesNamed(routes, name).map(({ target }) => arnOf(target)) : [byName];
  const found = functions.filter(({ arn }) => arns.includes(arn));
  const [first] = found;
  if (first !== undefined && found.length === 1) return permissionsOf(model, first);
  return fail("policyOf", "local-function-unknown", "name", { value: name, names: functionNames(model) });
}

const arnOf = (target: TargetFact): string | undefined =>
  target.type === "function" ? target.arn : undefined;
