import { LambdaEventSourceMapping } from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { Construct } from "constructs";
import { requireFreeId } from "../../app/ids";
import { Stack } from "../../app/stack";
import { isProviderObject } from "../../core/override";
import { resolvePermissions } from "../../iam/permissions";
import type { Function } from "../function";
import type { FunctionProps } from "../props";
import { existingTarget } from "../references/existing-function";
import { resolveFunction } from "../references/reference";
import { RolePolicies } from "../role";
import { type EventSource, type MappingPlan, planMapping } from "./event-source-mapping";
import { type ParsedConsumer, parseConsumer } from "./parse-consumer";

/** A consumer that has been checked and is not created yet. */
export interface PlannedConsumer extends ParsedConsumer, MappingPlan {
  /** Where the caller has written it: `consumers.index`. */
  readonly prop: string;
}

/** A consumer that has been created. */
export interface CreatedConsumer {
  /** Undefined when the consumer is an existing function. */
  readonly function: Function | undefined;
  readonly mapping: LambdaEventSourceMapping;
  /** After how many seconds the function is stopped; undefined when that is not known here. */
  readonly timeoutSeconds: number | undefined;
}

/** Where a consumer is created. */
export interface ConsumerPlace {
  /** Another stack than the source's is allowed. */
  readonly scope: Construct;
  /** What its ids end in: `<queue>`, `<stream>_<name>`. */
  readonly id: string;
  readonly defaults: Partial<FunctionProps> | undefined;
}

/** Refuses a consumer that cannot work; creates nothing. */
export function planConsumer(source: EventSource, prop: string, given: unknown): PlannedConsumer {
  const parsed = parseConsumer(source.owner, prop, source.kind, given);
  return { prop, ...parsed, ...planMapping(source, prop, parsed.props) };
}

/** Creates a consumer: its function, unless there is one, the mapping, and what the function's role may do. */
export function createConsumer(
  { owner }: EventSource,
  { scope, id, defaults }: ConsumerPlace,
  { prop, props, functionProp, config, permissions }: PlannedConsumer,
): CreatedConsumer {
  const mappingId = requireFreeId(scope, `EventSource_${id}`, prop);
  const existing = props.cdk?.function;
  if (existing !== undefined) {
    const { arn: functionName } = existingTarget(owner, `${prop}.cdk.function`, existing);
    const mapping = new LambdaEventSourceMapping(scope, mappingId, { ...config, functionName });
    return { function: undefined, mapping, timeoutSeconds: existingTimeout(existing) };
  }
  const host = { owner, scope, defaults };
  const fn = resolveFunction(host, `Consumer_${id}`, functionProp, props.function);
  const mapping = new LambdaEventSourceMapping(scope, mappingId, { ...config, functionName: fn.functionArn });
  // With the mapping, not with the function: the function's stack may be one that this stack waits for.
  const policies = RolePolicies.of(Stack.of(scope), fn.role);
  policies.add(resolvePermissions(owner, prop, permissions));
  // The service refuses a mapping whose role may not read the source yet.
  policies.addInvoker(mapping);
  return { function: fn, mapping, timeoutSeconds: fn.cdk.function.timeoutInput };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html, `Timeout`. */
function existingTimeout(existing: unknown): number | undefined {
  if (!isProviderObject(existing, "aws_lambda_function") || !("timeoutInput" in existing)) return undefined;
  return (existing.timeoutInput as number | undefined) ?? 3;
}
