import type { GraphQLResolveInfo } from "graphql";
import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { type DataSource, isValues, type Resolver, type ResolverStep } from "../../../../model";
import { callDataSource } from "../data-sources";
import type { DataSourceServices } from "../data-sources/data-source-call";
import { askFunction } from "../data-sources/function";
import { ResolverError } from "../utilities/signals";
import {
  attempt,
  failureOf,
  loadHandler,
  requireSource,
  type SourceOutcome,
  servicesFor,
  sourceOutcome,
} from "./handler-run";
import { type GraphqlOperation, type Handlers, requestInfo } from "./operation";

/** A field that a resolver answers. */
interface ResolvedField {
  readonly source: unknown;
  readonly args: Readonly<Record<string, unknown>>;
  readonly info: GraphQLResolveInfo;
}

/** The result of a step. */
interface StepResult {
  readonly value: unknown;
  /** Whether the rest of a pipeline is skipped. */
  readonly isEnd: boolean;
}

/** The common state of the handlers of one field. */
interface FieldState {
  readonly operation: GraphqlOperation;
  readonly info: GraphQLResolveInfo;
  /** The parts of the context that stay the same. */
  readonly base: Readonly<Record<string, unknown>>;
  stash: unknown;
  prev: unknown;
  readonly outErrors: object[];
}

/**
 * Runs the resolver of a field. Throws `ResolverError` and `UnauthorizedSignal`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-reference-overview-js.html
 */
export async function runResolver(
  resolver: Resolver,
  field: ResolvedField,
  operation: GraphqlOperation,
): Promise<unknown> {
  const state = stateOf(field, operation);
  if (resolver.steps === undefined) return (await runStep(resolver, state)).value;
  return runPipeline(resolver, resolver.steps, state);
}

function stateOf({ source, args, info }: ResolvedField, operation: GraphqlOperation): FieldState {
  const { caller, source: request } = operation;
  const base = {
    arguments: args,
    args,
    identity: caller.identity,
    source: source ?? null,
    request: { headers: request.headers, domainName: request.domainName },
    info: requestInfo(info),
    env: {},
  };
  return { operation, info, base, stash: {}, prev: undefined, outErrors: [] };
}

async function runPipeline(
  resolver: Resolver,
  steps: readonly (ResolverStep | undefined)[],
  state: FieldState,
): Promise<unknown> {
  const handlers = handlersOf(resolver, state);
  const before = handlers && call(handlers, "request", state);
  state.prev = before?.value ?? {};
  if (before?.isEarly !== true) {
    for (const step of steps) {
      if (step === undefined)
        throw new ResolverError(`A function of the pipeline ${resolver.name} does not exist.`, "Code");
      const { value, isEnd } = await runStep(step, state);
      state.prev = value;
      if (isEnd) break;
    }
  }
  if (handlers === undefined) return state.prev;
  return call(handlers, "response", state, { result: state.prev }).value;
}

/** One request to a data source, between its two handlers. */
async function runStep(step: ResolverStep, state: FieldState): Promise<StepResult> {
  const handlers = handlersOf(step, state);
  if (handlers === undefined) return { value: await callDirectly(step, state), isEnd: false };
  const request = call(handlers, "request", state);
  if (request.isEarly) return request;
  const outcome = await askDataSource(step, request.value, state);
  return call(handlers, "response", state, outcome);
}

async function askDataSource(
  step: ResolverStep,
  request: unknown,
  state: FieldState,
): Promise<SourceOutcome> {
  const { failure, ...outcome } = await sourceOutcome(() => send(step, request, state));
  // Old templates have no error to look at.
  if (failure !== undefined && isValues(request) && request.version === "2017-02-28") throw failure;
  if (outcome.error !== undefined) state.outErrors.push(outcome.error);
  return outcome;
}

async function send(step: ResolverStep, request: unknown, state: FieldState): Promise<unknown> {
  const { operation } = state;
  const dataSource = requireSource(step.dataSource, step.name);
  const services = servicesOf(step, dataSource, operation);
  const isBatch = isValues(request) && request.operation === "BatchInvoke";
  if (dataSource.type !== "AWS_LAMBDA" || !isBatch) return callDataSource(dataSource, request, services);
  const { functionArn } = dataSource;
  const batch = { functionArn, payload: request.payload, maxSize: step.maxBatchSize, isDirect: false };
  return operation.batches.add(step.name, batch, services);
}

/** A function without handlers gets the whole context, and its answer is the result. */
async function callDirectly(step: ResolverStep, state: FieldState): Promise<unknown> {
  const { dataSource, maxBatchSize: maxSize } = step;
  const { operation } = state;
  if (dataSource?.type !== "AWS_LAMBDA") {
    throw new ResolverError(
      `${step.name} has neither code nor templates, and no function.`,
      "MappingTemplate",
    );
  }
  const { functionArn } = dataSource;
  const { args: _, env: __, ...base } = state.base;
  const payload = {
    ...base,
    stash: state.stash,
    prev: state.prev === undefined ? null : { result: state.prev },
  };
  const services = servicesOf(step, dataSource, operation);
  try {
    if (maxSize === 0) return await askFunction(functionArn, payload, services);
    return await operation.batches.add(
      step.name,
      { functionArn, payload, maxSize, isDirect: true },
      services,
    );
  } catch (error) {
    throw failureOf(error);
  }
}

function servicesOf(
  { name }: ResolverStep,
  dataSource: DataSource,
  operation: GraphqlOperation,
): DataSourceServices {
  if (dataSource.type === "AWS_LAMBDA") operation.functions.add(functionNameInArn(dataSource.functionArn));
  const { context, signal, api } = operation;
  return servicesFor({ context, region: api.config.region, signal, caller: name }, dataSource);
}

function handlersOf(step: ResolverStep, { operation }: FieldState): Handlers | undefined {
  return loadHandler(operation.context, () => operation.api.handlersOf(step));
}

function call(
  handlers: Handlers,
  name: "request" | "response",
  state: FieldState,
  outcome: Partial<SourceOutcome> = {},
) {
  const { operation, info, base, stash, prev, outErrors } = state;
  const context = {
    ...base,
    stash,
    outErrors,
    ...(prev !== undefined && { prev: { result: prev } }),
    ...(name === "response" && { result: outcome.result ?? null }),
    ...(outcome.error !== undefined && { error: outcome.error }),
  };
  const effects = operation.effects(info, `${info.parentType.name}.${info.fieldName}`);
  const made = attempt(() => handlers[name](context, effects));
  if (!made.isEarly) state.stash = made.stash;
  return made;
}
