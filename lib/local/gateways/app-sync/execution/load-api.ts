import type { GraphqlApiConfig, ResolverStep } from "../../../../model/gateways/app-sync/config";
import { FieldRules } from "../../../../model/gateways/app-sync/field-rules";
import { JavascriptEngine } from "../runtime";
import { readSchema } from "./api-schema";
import { type Handlers, readHandlers } from "./handlers";
import type { LoadedApi } from "./operation";

/** Makes an API ready to run operations. Handlers are read when they are first needed. */
export function loadApi(config: GraphqlApiConfig): LoadedApi {
  const engine = new JavascriptEngine();
  const known = new Map<ResolverStep, Handlers | undefined>();
  return {
    ...readSchema(config.schemaText),
    config,
    rules: new FieldRules(config),
    handlersOf: (step) => {
      if (!known.has(step)) known.set(step, readHandlers(step.mapping, step.name, engine));
      return known.get(step);
    },
  };
}
