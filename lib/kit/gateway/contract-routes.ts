import { checkKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { type Function, isFunction } from "../function";
import { fail } from "./errors";

/** Options of `contractRoutes`: `handlers` or `function`. */
export interface ContractRoutesOptions {
  /**
   * The file or folder whose exports answer, one function for each route. With `functions/notes`, the procedure `list` is answered by
   * `functions/notes.list`; one in a part of the contract, `admin.list`, by `functions/notes/admin.list`.
   *
   * @default - required, unless `function` is given
   */
  readonly handlers?: string | undefined;
  /**
   * One function for all routes. Its code passes the request to the router of the contract.
   *
   * @default - a function for each route, by `handlers`
   */
  readonly function?: Function | undefined;
}

/** A procedure of a contract. */
interface Procedure {
  /** The keys that lead to it. */
  readonly keys: readonly string[];
  readonly method: string;
  /** In the form of API Gateway. */
  readonly path: string;
}

/**
 * The routes of a contract of oRPC or ts-rest, for `routes` and `addRoutes` of `Api` and `RestV1Api`.
 *
 * Reads the objects of the contract, without their packages. Without a method or a path, a procedure of oRPC gets those of its own
 * OpenAPI: `POST`, and its keys as the path.
 *
 * @param contract - of `oc` of `@orpc/contract`, or of `initContract` of `@ts-rest/core`; also a part of one
 * @throws ServerformError with the code `contract-entry`, `contract-path`, `contract-empty`, `props-exclude` or `prop-required`
 *
 * @example
 * new Api(stack, "Api", { routes: contractRoutes(contract, { handlers: "functions/notes" }) });
 */
export function contractRoutes(
  contract: object,
  options: ContractRoutesOptions,
): Readonly<Record<string, string | Function>> {
  checkKeys(here, "options", options, ["handlers", "function"]);
  const { handlers, function: one } = options;
  if (handlers !== undefined && one !== undefined)
    fail(here, "props-exclude", "handlers", { other: "function" });
  if (one !== undefined && !isFunction(one))
    refuseValue(here, "function", one, "a Function, which answers all routes");
  if (one === undefined && (typeof handlers !== "string" || handlers === "")) {
    fail(here, "prop-required", "handlers", {
      remedy:
        'Name the file whose exports answer: handlers: "functions/notes". Or pass one function for all routes.',
    });
  }
  const procedures = proceduresOf(contract, [], []);
  if (procedures.length === 0) fail(here, "contract-empty", "contract", undefined);
  const routes = new Map<string, string | Function>();
  for (const { keys, method, path } of procedures) {
    const key = `${method} ${path}`;
    if (routes.has(key)) fail(here, "route-duplicate", propOf(keys), { key });
    routes.set(key, one ?? handlerOf(handlers ?? "", keys));
  }
  return Object.fromEntries(routes);
}

const here = "contractRoutes";
const propOf = (keys: readonly string[]): string => ["contract", ...keys].join(".");

const handlerOf = (handlers: string, keys: readonly string[]): string =>
  `${[handlers, ...keys.slice(0, -1)].join("/")}.${keys.at(-1)}`;

/** @param above - the parts of the contract that contain the value */
function proceduresOf(
  value: unknown,
  keys: readonly string[],
  above: readonly unknown[],
): readonly Procedure[] {
  // A part that contains itself has routes without end.
  if (!isRecord(value) || above.includes(value)) return fail(here, "contract-entry", propOf(keys), { value });
  if (keys.length > 0 && isRecord(value["~orpc"])) return [orpcProcedure(value["~orpc"], keys)];
  if (keys.length > 0 && typeof value.method === "string" && typeof value.path === "string")
    return [{ keys, method: value.method.toUpperCase(), path: tsRestPath(value.path, keys) }];
  return Object.entries(value).flatMap(([key, each]) =>
    proceduresOf(each, [...keys, key], [...above, value]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The defaults are those of https://orpc.dev/docs/openapi/routing. */
function orpcProcedure({ route }: Readonly<Record<string, unknown>>, keys: readonly string[]): Procedure {
  // A part that oRPC loads later has no routes yet.
  if (!isRecord(route)) return fail(here, "contract-entry", propOf(keys), { value: undefined });
  const { method = "POST", path = `/${keys.map(encodeURIComponent).join("/")}` } = route;
  // `{+rest}` matches slashes, too.
  return { keys, method: String(method), path: String(path).replace(/\{\+(\w+)\}/g, "{$1+}") };
}

/** `/notes/:id` is `/notes/{id}`. The gateway has neither optional variables nor patterns. */
function tsRestPath(path: string, keys: readonly string[]): string {
  const parts = path.split("/").map((part) => part.replace(/^:(\w+)$/, "{$1}"));
  const wrong = parts.find((part) => /[:*?()]/.test(part));
  if (wrong !== undefined) fail(here, "contract-path", propOf(keys), { value: path, part: wrong });
  return parts.join("/");
}
