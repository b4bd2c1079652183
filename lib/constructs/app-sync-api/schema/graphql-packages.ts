import type * as merge from "@graphql-tools/merge";
import type { Construct } from "constructs";
import type * as graphql from "graphql";
import type * as validation from "graphql/validation/validate";
import { fail } from "../errors";

/** The package `graphql`, which is loaded when a schema is read. */
export interface GraphQLPackage {
  readonly graphql: typeof graphql;
  readonly validateSDL: typeof validation.validateSDL;
}

export function loadGraphQL(api: Construct): GraphQLPackage {
  return tryLoad(api, ["graphql"], () => ({
    graphql: require("graphql") as typeof graphql,
    validateSDL: (require("graphql/validation/validate") as typeof validation).validateSDL,
  }));
}

export function loadMerge(api: Construct): typeof merge {
  return tryLoad(api, ["@graphql-tools/merge"], () => require("@graphql-tools/merge") as typeof merge);
}

function tryLoad<Loaded>(api: Construct, packages: readonly string[], load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    return fail(api, "appsync-packages-missing", "schema", { packages });
  }
}
