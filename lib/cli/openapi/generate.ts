import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccessFacts, type RouteFact, throttleFinder } from "../../model";
import { isObject } from "../project/json";
import { describedContracts } from "./described-contracts";
import { apisOf, isDescribable } from "./described-routes";
import { openApiDocument } from "./document";
import { fail } from "./errors";

/** The settings of a document. */
export interface GenerateOptions {
  /** Name of the API. @default - the only one */
  readonly api?: string | undefined;
  readonly server?: string | undefined;
  /** Version of the API. @default - that of `package.json` in `root`, or 1.0.0 */
  readonly version?: string | undefined;
  /** The folder of the project. */
  readonly root: string;
}

/** The OpenAPI document of an API, and notes about the parts that it lacks. */
export interface GeneratedDocument {
  readonly document: object;
  readonly notes: readonly string[];
}

export function generateDocument(facts: AccessFacts, options: GenerateOptions): GeneratedDocument {
  const title = chooseApi(facts.routes, options.api);
  const routes = facts.routes.filter((route) => isDescribable(route) && route.api === title);
  const { contractOf, notes } = describedContracts(facts, routes, options.root);
  const throttleOf = throttleFinder(facts.model);
  const documented = routes.map((route) => ({
    route,
    contract: contractOf(route),
    throttle: throttleOf(route),
  }));
  const version = options.version ?? packageVersion(options.root) ?? "1.0.0";
  const document = openApiDocument({ title, version, server: options.server }, documented);
  const others = routes.filter(({ key }) => !key.includes(" "));
  const unnamed = others.map(({ key }) => `${key}: OpenAPI cannot describe a route without a path.`);
  return { document, notes: [...facts.problems, ...notes, ...unnamed] };
}

function chooseApi(routes: readonly RouteFact[], api: string | undefined): string {
  const names = apisOf(routes);
  const [first] = names;
  if (first === undefined) return fail("serverform openapi", "openapi-api-none", "--api", undefined);
  if (api === undefined && names.length === 1) return first;
  if (api === undefined) return fail("serverform openapi", "openapi-api-required", "--api", { names });
  return names.includes(api)
    ? api
    : fail("serverform openapi", "openapi-api-unknown", "--api", { value: api, names });
}

function packageVersion(root: string): string | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return isObject(file) && typeof file.version === "string" ? file.version : undefined;
  } catch {
    return undefined;
  }
}
