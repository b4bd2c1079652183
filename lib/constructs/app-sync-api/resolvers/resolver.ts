import { AppsyncResolver, type AppsyncResolverConfig } from "@cdktf/provider-aws/lib/appsync-resolver";
import type { Construct } from "constructs";
import {
  checkKeys,
  checkOverride,
  isPlainObject,
  isProviderObject,
  overlay,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { isFunction } from "../../../kit/function";
import type { DataSourcePlanner } from "../data-sources/plan-data-sources";
import { fail } from "../errors";
import type { PartsContext } from "../parts";
import { javascriptRuntime } from "./javascript";
import { type ParsedMapping, parseResolverMapping, requireMapping } from "./mapping";
import { type PlannedStep, planPipeline } from "./pipeline";
import type { AppSyncApiResolverProps } from "./props";
import { type ResolverKey, resolverIds } from "./resolver-key";

/** A resolver that is to be checked. */
export interface ResolverPlace {
  readonly api: Construct;
  readonly scope: Construct;
  readonly prop: string;
  readonly key: ResolverKey;
  readonly context: PartsContext;
  readonly planner: DataSourcePlanner;
}

/** A resolver that has been checked. Nothing has been created for it. */
export interface PlannedResolver {
  /** Key of its only data source; undefined for a pipeline. */
  readonly dataSource: string | undefined;
  create(apiId: string, nameOf: (dataSource: string) => string): AppsyncResolver;
}

const resolverKeys = propKeys<AppSyncApiResolverProps>()({
  dataSource: "text",
  function: true,
  pipeline: "list",
  code: true,
  requestMapping: true,
  responseMapping: true,
  cdk: "map",
});

const useMapping = "Use code, or requestMapping and responseMapping.";
const ofKey = "It is in the key of the resolver.";
const rejected = {
  apiId: "It is the API to which the resolver belongs.",
  type: ofKey,
  field: ofKey,
  dataSource: "Use the dataSource of the resolver.",
  kind: "It follows from pipeline.",
  pipelineConfig: "Use pipeline.",
  code: useMapping,
  runtime: useMapping,
  requestTemplate: useMapping,
  responseTemplate: useMapping,
};

/** The code of a pipeline that has none: it passes the last result on. */
const passOn = `export function request() {
  return {};
}

export function response(ctx) {
  return ctx.prev.result;
}
`;

/** Checks a resolver; creates nothing. */
export function planResolver(place: ResolverPlace, given: unknown): PlannedResolver {
  const { api, prop, planner } = place;
  const props = fullForm(place, given);
  checkKeys(api, prop, props, resolverKeys);
  checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, ["resolver"]);
  const override = props.cdk?.resolver ?? {};
  checkOverride(api, `${prop}.cdk.resolver`, override, AppsyncResolver, { rejected });
  checkCache(place, override);
  const mapping = parseResolverMapping(api, prop, props);
  if (props.pipeline !== undefined) {
    requireOne(place, props);
    const steps = planPipeline(place, props.pipeline);
    return { dataSource: undefined, create: pipelineCreation(place, mapping, steps, override) };
  }
  const dataSource = findDataSource(place, props, props === given ? `${prop}.function` : prop);
  const type = planner.find(dataSource)?.type ?? "function";
  requireMapping(api, prop, mapping, type);
  checkBatch(place, override, type);
  return {
    dataSource,
    create(apiId, nameOf) {
      const config = { ...baseConfig(place, apiId), kind: "UNIT", dataSource: nameOf(dataSource) };
      return createResolver(place, { ...config, ...mappingConfig(mapping) }, override);
    },
  };
}

/** A key of a data source or a function in the form of an object. */
function fullForm({ api, prop, planner }: ResolverPlace, given: unknown): AppSyncApiResolverProps {
  if (typeof given === "string") {
    if (planner.has(given)) return { dataSource: given };
    if (given.includes(".")) return { function: given };
    return fail(api, "appsync-resolver-reference", prop, { value: given, known: planner.keys });
  }
  if (isFunction(given) || isProviderObject(given)) return { function: given as never };
  if (isPlainObject(given)) {
    return "handler" in given ? { function: given as never } : (given as AppSyncApiResolverProps);
  }
  const expected = "the key of a data source, a function, or an object: { dataSource, code }";
  return refuseValue(api, prop, given, expected);
}

/** Requires exactly one of three props. */
function requireOne({ api, prop }: ResolverPlace, props: AppSyncApiResolverProps): void {
  const given = (["dataSource", "function", "pipeline"] as const).filter((key) => props[key] !== undefined);
  if (given.length !== 1) {
    fail(api, "appsync-target", prop, { given, choices: "dataSource, function and pipeline" });
  }
}

/** The key of the data source, which is made for a function. */
function findDataSource(place: ResolverPlace, props: AppSyncApiResolverProps, functionProp: string): string {
  const { api, prop, key, planner } = place;
  requireOne(place, props);
  if (props.dataSource !== undefined) {
    if (!planner.has(props.dataSource)) {
      const { dataSource: value } = props;
      fail(api, "appsync-data-source-unknown", `${prop}.dataSource`, { value, known: planner.keys });
    }
    return props.dataSource;
  }
  const [, id, functionId] = resolverIds(key);
  const name = `LambdaDS_${key.type}_${key.field}`;
  planner.add({ key: key.text, id, functionId, name, prop: functionProp, props: props.function });
  return key.text;
}

function checkCache(
  { api, prop, context: { isImported, hasCache, hasWholeCache } }: ResolverPlace,
  { cachingConfig }: { readonly cachingConfig?: unknown },
): void {
  if (cachingConfig === undefined) return;
  const hasTtl = !isPlainObject(cachingConfig) || cachingConfig.ttl !== undefined;
  const remedy = "Write how many seconds an answer is kept: ttl: 60.";
  if (!hasTtl) fail(api, "prop-required", `${prop}.cdk.resolver.cachingConfig.ttl`, { remedy });
  if (isImported) return;
  const at = `${prop}.cdk.resolver.cachingConfig`;
  if (!hasCache) fail(api, "appsync-cache-off", at, {});
  if (hasWholeCache) {
    fail(api, "props-exclude", at, { other: 'cdk.apiCache.apiCachingBehavior: "FULL_REQUEST_CACHING"' });
  }
}

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/tutorial-lambda-resolvers.html */
function checkBatch({ api, prop }: ResolverPlace, override: object, type: string): void {
  const { maxBatchSize } = override as { readonly maxBatchSize?: unknown };
  if (maxBatchSize === undefined || maxBatchSize === 0 || type === "function") return;
  fail(api, "prop-needs", `${prop}.cdk.resolver.maxBatchSize`, {
    needs: "a data source that is a function",
  });
}

function pipelineCreation(
  place: ResolverPlace,
  mapping: ParsedMapping,
  steps: readonly PlannedStep[],
  override: object,
): PlannedResolver["create"] {
  const isMapped =
    mapping.code !== undefined || mapping.request !== undefined || mapping.response !== undefined;
  const own = isMapped ? mapping : { ...mapping, code: passOn };
  requireMapping(place.api, place.prop, own, "pipeline");
  return (apiId, nameOf) => {
    const functions = steps.map((step) => step.create(apiId, nameOf));
    const config = { ...baseConfig(place, apiId), kind: "PIPELINE", pipelineConfig: { functions } };
    return createResolver(place, { ...config, ...mappingConfig(own) }, override);
  };
}

function baseConfig({ key: { type, field } }: ResolverPlace, apiId: string): AppsyncResolverConfig {
  return { apiId, type, field };
}

function mappingConfig({ code, request, response }: ParsedMapping): Partial<AppsyncResolverConfig> {
  if (code !== undefined) return { code, runtime: { ...javascriptRuntime } };
  return { requestTemplate: request, responseTemplate: response };
}

function createResolver(
  { scope, key }: ResolverPlace,
  config: AppsyncResolverConfig,
  override: object,
): AppsyncResolver {
  const [id] = resolverIds(key);
  return new AppsyncResolver(scope, id, overlay(config, override));
}
