import type { GraphQLResolveInfo } from "graphql";
import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { type DataSource, isValues, type Resolver, type ResolverStep } from "../../../../model";
import { appSyncSession, integrationCredentials } from "../../send-request";
import { callDataSource } from "../data-sources";
import type { DataSourceServices } from "../data-sources/data-source-call";
import { askFunction } from "../data-sources/function";
import { InvalidCode } from "../runtime";
import { EarlyReturn, ResolverError } from "../utilities/signals";
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
  const before = handlers && attempt(() => call(handlers, "request", state, {}));
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
  return attempt(() => call(handlers, "response", state, { result: state.prev })).value;
}

/** One request to a data source, between its two handlers. */
async function runStep(step: ResolverStep, state: FieldState): Promise<StepResult> {
  const handlers = handlersOf(step, state);
  if (handlers === undefined) return { value: await callDirectly(step, state), isEnd: false };
  const request = attempt(() => call(handlers, "request", state, {}));
  if (request.isEarly) return { value: request.value, isEnd: request.isEnd };
  const outcome = await askDataSource(step, request.value, state);
  const response = attempt(() => call(handlers, "response", state, outcome));
  return { value: response.value, isEnd: response.isEarly && response.isEnd };
}

interface Outcome {
  readonly result: unknown;
  readonly error?: { readonly message: string; readonly type: string | null };
}

/** The error of a data source is for the response handler, which decides the result. */
async function askDataSource(step: ResolverStep, request: unknown, state: FieldState): Promise<Outcome> {
  try {
    return { result: await send(step, request, state) };
  } catch (error) {
    const failure = failureOf(error);
    // Old templates have no error to look at.
    if (isValues(request) && request.version === "2017-02-28") throw failure;
    const { message, errorType: type, data } = failure;
    state.outErrors.push({ message, type });
    return { result: data, error: { message, type } };
  }
}

function send(step: ResolverStep, request: unknown, state: FieldState): Promise<unknown> {
  const { dataSource } = step;
  const { operation } = state;
  if (dataSource === undefined)
    throw new ResolverError(`The data source of ${step.name} does not exist.`, "Code");
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
  const credentials = integrationCredentials(context.accessKeys, dataSource.roleArn, appSyncSession);
  return { credentials, context, region: api.config.region, signal, caller: name };
}

function handlersOf(step: ResolverStep, { operation }: FieldState): Handlers | undefined {
  try {
    return operation.api.handlersOf(step);
  } catch (error) {
    if (!(error instanceof InvalidCode)) throw error;
    operation.context.report({ event: "warning", text: error.message });
    throw new ResolverError(error.message, "Code");
  }
}

function call(
  handlers: Handlers,
  name: "request" | "response",
  state: FieldState,
  outcome: Partial<Outcome>,
): unknown {
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
  const result = handlers[name](context, effects);
  state.stash = result.stash;
  return result.value;
}

interface Attempt {
  readonly value: unknown;
  readonly isEarly: boolean;
  readonly isEnd: boolean;
}

function attempt(run: () => unknown): Attempt {
  try {
    return { value: run(), isEarly: false, isEnd: false };
  } catch (error) {
    if (!(error instanceof EarlyReturn)) throw error;
    return { value: error.value, isEarly: true, isEnd: error.skipTo === "END" };
  }
}

/** The failure of a data source in the form for the client. Throws an error of this server itself. */
function failureOf(error: unknown): ResolverError {
  if (error instanceof ResolverError) return error;
  if (error instanceof Error && error.name === "AbortError")
    return new ResolverError("Execution timed out.", "ExecutionTimeout");
  throw error;
}
