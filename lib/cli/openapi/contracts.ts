import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../facts/text/record";
import type { FunctionSettings } from "../../local";
import { placeholderVariables } from "../project/placeholder-variables";

type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas of a handler of `serverform/node/route`, as JSON Schemas. */
export interface RouteContract {
  readonly path?: JsonSchema;
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  readonly output?: JsonSchema;
  /** The records of a table. Undefined for a route. */
  readonly item?: JsonSchema;
  readonly errors: Readonly<Record<string, JsonSchema>>;
  readonly status?: number;
  /** Type of a streamed answer. */
  readonly stream?: string;
  /** Parts whose library does not provide a JSON Schema. */
  readonly unknown: readonly string[];
}

type LoadedFunction = Pick<FunctionSettings, "id" | "handler" | "code" | "variables">;

/** The contracts of functions by their ids, and the reasons for missing ones. */
export interface Contracts {
  readonly byFunction: ReadonlyMap<string, RouteContract>;
  readonly problems: readonly string[];
}

/**
 * Loads the bundles of functions in one process, with the variables of the functions, and reads the contracts of their handlers.
 *
 * Answers have the types that the code returns (`input`), because `route` sends them unchanged.
 *
 * Standard JSON Schema is the part of Standard Schema that provides JSON Schemas. Source: https://standardschema.dev/json-schema
 */
export function readContracts(functions: readonly LoadedFunction[], cwd: string): Contracts {
  const modules = functions.flatMap(moduleOf);
  if (modules.length === 0) return { byFunction: new Map(), problems: [] };
  const { output, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd,
    encoding: "utf8",
    // A command line and, by default, the output have less room than a large app needs.
    input: JSON.stringify(modules),
    stdio: ["pipe", "ignore", "pipe", "pipe"],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const answer = output[3] ?? "";
  const parsed: unknown = answer === "" ? {} : JSON.parse(answer);
  const found = isRecord(parsed) ? parsed : {};
  const problems = modules.flatMap(({ id, file }) => {
    const each = found[id];
    if (!isRecord(each)) return [`${file} ended the process that loaded it: ${stderr.trim()}`];
    return typeof each.problem === "string" ? [`${file} cannot be loaded: ${each.problem}`] : [];
  });
  const byFunction = new Map(
    Object.entries(found).flatMap(([id, each]) => (isContract(each) ? [[id, each] as const] : [])),
  );
  return { byFunction, problems };
}

/** Handlers without a contract have an empty answer. */
const isContract = (value: unknown): value is RouteContract =>
  isRecord(value) && isRecord(value.errors) && Array.isArray(value.unknown);

interface Module {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** The environment of the function, which its modules may read when they are loaded. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The file of a Node handler; functions in other languages have no contract. */
function moduleOf({ id, handler, code, variables }: LoadedFunction): readonly Module[] {
  const { folder } = code;
  const [, path, name] = /^(.+)\.([^.]+)$/.exec(handler) ?? [];
  if (folder === undefined || path === undefined || name === undefined) return [];
  const file = ["mjs", "js", "cjs"]
    .map((end) => join(folder, `${path}.${end}`))
    .find((each) => existsSync(each));
  return file === undefined ? [] : [{ id, file, name, variables: placeholderVariables(variables) }];
}

/** Writes to descriptor 3, because handlers may print when they are loaded. */
const program = `
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const target = "draft-2020-12";
const found = {};
const modules = JSON.parse(readFileSync(0, "utf8"));
// A module is loaded once for all functions that share it.
for (const { variables } of modules) Object.assign(process.env, variables);
for (const { id, file, name, variables } of modules) {
  Object.assign(process.env, variables);
  try {
    const module = await import(pathToFileURL(file).href);
    const handler = module[name] ?? module.default?.[name];
    if (handler?.schemas === undefined) { found[id] = {}; continue; }
    const { path, query, body, output, item, errors = {}, status, stream } = handler.schemas;
    const unknown = [];
    const schemaOf = (schema, direction, part) => {
      if (schema === undefined) return undefined;
      try {
        const { $schema, ...json } = schema["~standard"].jsonSchema[direction]({ target });
        // References within a schema lead to it, and not to the document, if it has an identifier.
        return JSON.stringify(json).includes('"$ref":"#') ? { $id: "urn:" + encodeURIComponent(id) + ":" + part, ...json } : json;
      } catch { unknown.push(part); return undefined; }
    };
    const parts = { path: schemaOf(path, "input", "path"), query: schemaOf(query, "input", "query"), body: schemaOf(body, "input", "body"), output: schemaOf(output, "input", "output"), item: schemaOf(item, "output", "item") };
    const failures = Object.entries(errors).map(([code, schema]) => [code, schemaOf(schema, "input", "errors." + code) ?? {}]);
    found[id] = { ...parts, errors: Object.fromEntries(failures), status, stream, unknown };
  } catch (error) { found[id] = { problem: String(error?.message ?? error) }; }
}
writeFileSync(3, JSON.stringify(found));
process.exit(0);
`;
