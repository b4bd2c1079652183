import { rdsModule } from "../../../../facts/app-sync";
import { createExtensions } from "../utilities/extensions";
import type { HandlerEffects } from "../utilities/invocation";
import { rdsToObjects } from "../utilities/rds-result";
import { EarlyReturn, ResolverError } from "../utilities/signals";
import { createUtil, randomHex } from "../utilities/util";
import { dynamodbModule } from "./modules/dynamodb";

type Utility = (...given: readonly unknown[]) => unknown;

const runtime = {
  earlyReturn: (value: unknown, options?: { readonly skipTo?: unknown }): never => {
    throw new EarlyReturn(value ?? null, options?.skipTo === "END" ? "END" : "NEXT");
  },
};

function modulesOf(effects: HandlerEffects): Readonly<Record<string, object>> {
  return {
    "@aws-appsync/utils": { util: createUtil(effects), extensions: createExtensions(effects), runtime },
    "@aws-appsync/utils/dynamodb": dynamodbModule,
    "@aws-appsync/utils/rds": {
      ...rdsModule((text) => effects.log("warn", text)),
      toJsonObject: (result: unknown) => rdsToObjects(result),
    },
  };
}

/** The utilities of one call of a handler, by name. They are made when the handler asks for the first one. */
export function utilitiesFor(effects: HandlerEffects): (name: string) => Utility {
  let known: Readonly<Record<string, object>> | undefined;
  return (name) => {
    known ??= {
      ...modulesOf(effects),
      console: consoleOf(effects),
      import: importOf(effects),
      raise,
      random: { hex: (bytes: unknown) => randomHex(Number(bytes)) },
    };
    return functionAt(known, name);
  };
}

/** The error of a utility in the handlers' world, which ends the run here. */
const raise: Utility = (message, type, data, info) => {
  throw new ResolverError(String(message), type === null ? null : String(type), data, info);
};

/** A function by its path: `@aws-appsync/utils.util.time.nowISO8601`. */
function functionAt(modules: object, path: string): Utility {
  let found: unknown = modules;
  for (const part of path.split(".")) {
    const isHeld = typeof found === "object" && found !== null && Object.hasOwn(found, part);
    found = isHeld ? (found as Readonly<Record<string, unknown>>)[part] : undefined;
  }
  if (typeof found !== "function") throw new Error(`There is no ${path}.`);
  return found as Utility;
}

function importOf(effects: HandlerEffects): Utility {
  return (name) => {
    effects.notHere(`the module ${String(name)}`);
    throw new ResolverError(`serverform local does not have the module ${String(name)}.`, "Code");
  };
}

function consoleOf(effects: HandlerEffects): object {
  const write = (level: "info" | "error" | "debug" | "warn") => (line: unknown) =>
    effects.log(level, String(line));
  return {
    log: write("info"),
    info: write("info"),
    error: write("error"),
    warn: write("warn"),
    debug: write("debug"),
  };
}

/** The names of the modules and of their members, as JSON: 1 for a function. */
export function moduleShapes(): string {
  const nothing = (): void => {};
  const effects: HandlerEffects = {
    clock: { now: () => 0 } as HandlerEffects["clock"],
    mode: undefined,
    responseHeaders: new Map(),
    append: nothing,
    invalidate: nothing,
    setFilter: nothing,
    setInvalidationFilter: nothing,
    log: nothing,
    notHere: nothing,
  };
  return JSON.stringify(modulesOf(effects), (_, value: unknown) => (typeof value === "function" ? 1 : value));
}
