import { byKind } from "../../../../facts/text/by-kind";
import type { Mapping } from "../../../../model/gateways/app-sync/config";
import type { HandlerOutcome, JavascriptEngine } from "../runtime";
import { MappingTemplate } from "../templates/template";
import type { HandlerEffects } from "../utilities/invocation";

type HandlerContext = Readonly<Record<string, unknown>>;

/** The two handlers around a data source, in JavaScript or as templates. */
export interface Handlers {
  request(context: HandlerContext, effects: HandlerEffects): HandlerOutcome;
  response(context: HandlerContext, effects: HandlerEffects): HandlerOutcome;
}

/** Reads the handlers of a step; undefined where the function gets the whole context. Throws `InvalidCode`. */
export const readHandlers = byKind<
  Mapping,
  "kind",
  [name: string, engine: JavascriptEngine],
  Handlers | undefined
>("kind", {
  direct: () => undefined,
  code: (mapping, name, engine) => {
    const code = engine.load(mapping.code, name);
    return {
      request: (context, effects) => code.call("request", context, effects),
      response: (context, effects) => code.call("response", context, effects),
    };
  },
  templates: (mapping, name) => {
    const request = new MappingTemplate(mapping.request, `the request template of ${name}`);
    const response = new MappingTemplate(mapping.response, `the response template of ${name}`);
    return {
      request: (context, effects) => evaluated(request, context, effects),
      response: (context, effects) => evaluated(response, context, effects),
    };
  },
});

function evaluated(
  template: MappingTemplate,
  context: HandlerContext,
  effects: HandlerEffects,
): HandlerOutcome {
  // Templates change what they get.
  const own = structuredClone(context);
  const value = template.evaluate(own, effects);
  return { value, stash: own.stash };
}
