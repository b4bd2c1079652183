import type { GraphQLResolveInfo, SelectionSetNode } from "graphql";
import { byKind } from "../../../../facts/text/by-kind";
import { jsonOf } from "../../../../facts/text/json";
import type { FieldRules, GraphqlApiConfig, Mapping, ResolverStep } from "../../../../model";
import type { GatewayContext } from "../../gateway";
import { VelocityText } from "../../vtl/velocity";
import type { GraphqlCaller } from "../authorize";
import type { Batches } from "../data-sources/batches";
import { type HandlerOutcome, readHandlerCode } from "../runtime";
import { raising, templateUtil } from "../templates/template-util";
import { createExtensions } from "../utilities/extensions";
import type { FilterGroups } from "../utilities/filter";
import type { HandlerEffects, Invalidation } from "../utilities/invocation";
import { EarlyReturn, ResolverError } from "../utilities/signals";
import { type ApiSchema, graphqlPackage } from "./api-schema";
import { reportedEffects } from "./handler-run";
import { type Fragments, fragmentsIn, selectedFields, setsOf } from "./selected-fields";

/** A mapping template of AppSync. */
export class MappingTemplate {
  private readonly text: VelocityText;

  /** @param name - what errors call it: `Query.notes, the request template` */
  constructor(
    text: string,
    private readonly name: string,
  ) {
    this.text = new VelocityText(text, new Set());
  }

  /**
   * Renders the template and reads the JSON that it makes.
   *
   * Throws `ResolverError`, `UnauthorizedSignal` and `EarlyReturn`. Changes of the template to `$ctx.stash` are kept.
   */
  evaluate(context: Readonly<Record<string, unknown>>, effects: HandlerEffects): unknown {
    const rendered = this.render(context, effects);
    const trimmed = rendered.trim();
    if (trimmed === "") {
      throw new ResolverError("Template transformation yielded an empty response.", "MappingTemplate");
    }
    const value = jsonOf(trimmed);
    if (value !== undefined) return value;
    effects.log("error", `${this.name} is not JSON: ${trimmed.slice(0, 500)}`);
    throw new ResolverError(
      `Unable to transform: ${this.name} made a text that is not JSON.`,
      "MappingTemplate",
    );
  }

  private render(context: Readonly<Record<string, unknown>>, effects: HandlerEffects): string {
    // The engine adds places to the messages of errors; what was thrown first is what counts.
    let thrown: Error | undefined;
    const raise = (error: Error): never => {
      thrown ??= error;
      throw new Error("ended");
    };
    const util = templateUtil(effects, raise);
    const extensions = raising(createExtensions(effects), raise);
    try {
      return this.text.render({
        variables: { ctx: context, context, util, utils: util, extensions },
        owned: [extensions, util, ...Object.values(util).filter((each) => typeof each === "object")],
        directives: { return: (value?: unknown) => raise(new EarlyReturn(value ?? null, "NEXT")) },
      });
    } catch (error) {
      if (thrown !== undefined) throw thrown;
      effects.log("error", `${this.name} failed: ${(error as Error).message}`);
      throw new ResolverError(`Unable to transform: ${this.name} failed.`, "MappingTemplate");
    }
  }
}

/** An API, ready to run operations. */
export interface LoadedApi extends ApiSchema {
  readonly config: GraphqlApiConfig;
  readonly rules: FieldRules;
  /** The handlers of a step; undefined where the function gets the whole context. Throws `InvalidCode`. */
  handlersOf(step: ResolverStep): Handlers | undefined;
}

/** The HTTP request or the handshake of an operation, as handlers see it. */
interface OperationSource {
  readonly headers: Readonly<Record<string, string>>;
  readonly domainName: string | null;
}

/** An error that an operation has beside its data. */
export interface AppendedError {
  readonly error: ResolverError;
  readonly info: GraphQLResolveInfo;
}

/** One operation of a client. */
export class GraphqlOperation {
  readonly appended: AppendedError[] = [];
  readonly responseHeaders = new Map<string, string>();
  readonly invalidations: Invalidation[] = [];
  /** The filter that the resolver of a subscription sets. */
  filter: FilterGroups | undefined;
  invalidationFilter: FilterGroups | undefined;
  /** Names of functions that took part. */
  readonly functions = new Set<string>();
  resolvers = 0;

  constructor(
    readonly api: LoadedApi,
    readonly caller: GraphqlCaller,
    readonly source: OperationSource,
    readonly batches: Batches,
    readonly context: GatewayContext,
    readonly signal: AbortSignal,
  ) {}

  /** The effects that the handlers of a field read and have. */
  effects(info: GraphQLResolveInfo, name: string): HandlerEffects {
    return {
      ...reportedEffects(this.context, name),
      mode: this.caller.mode,
      responseHeaders: this.responseHeaders,
      append: (error) => this.appended.push({ error, info }),
      invalidate: (invalidation) => this.invalidations.push(invalidation),
      setFilter: (filter) => {
        this.filter = filter;
      },
      setInvalidationFilter: (filter) => {
        this.invalidationFilter = filter;
      },
    };
  }
}

type HandlerContext = Readonly<Record<string, unknown>>;

/** The two handlers around a data source, in JavaScript or as templates. */
export interface Handlers {
  request(context: HandlerContext, effects: HandlerEffects): HandlerOutcome;
  response(context: HandlerContext, effects: HandlerEffects): HandlerOutcome;
}

/** Reads the handlers of a step; undefined where the function gets the whole context. Throws `InvalidCode`. */
export const readHandlers = byKind<Mapping, "kind", [name: string], Handlers | undefined>("kind", {
  direct: () => undefined,
  code: (mapping, name) => {
    const code = readHandlerCode(mapping.code, name);
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

/**
 * `ctx.info`: the requested field, and its requested parts.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-context-reference-js.html#aws-appsync-resolver-context-reference-info-js
 */
export function requestInfo(info: GraphQLResolveInfo): Readonly<Record<string, unknown>> {
  const { fieldName, parentType, variableValues: variables, fieldNodes } = info;
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const [only, ...more] = sets;
  const selected = (only !== undefined && more.length === 0 && known.get(only)) || selectionOf(sets, info);
  if (only !== undefined && more.length === 0) known.set(only, selected);
  return { fieldName, parentTypeName: parentType.name, variables, ...selected };
}

/** A list may ask for the same selection in each of its elements. */
const known = new WeakMap<SelectionSetNode, object>();

function selectionOf(sets: readonly SelectionSetNode[], info: GraphQLResolveInfo): object {
  const paths = new Set<string>();
  addPaths(sets, "", paths, fragmentsIn({ definitions: Object.values(info.fragments) }));
  return {
    selectionSetList: [...paths],
    selectionSetGraphQL: sets.map((set) => graphqlPackage().print(set)).join("\n"),
  };
}

/** Fragments in the fields of fragments select an exponential number of fields. */
const mostPaths = 10_000;

/** Paths of selected fields: `author`, `author/name`. A field with an alias has that name. */
function addPaths(
  sets: readonly SelectionSetNode[],
  prefix: string,
  paths: Set<string>,
  fragments: Fragments,
): void {
  for (const [name, fields] of selectedFields(sets, fragments)) {
    if (paths.size >= mostPaths) return;
    paths.add(prefix + name);
    addPaths(setsOf(fields), `${prefix}${name}/`, paths, fragments);
  }
}
