import { LambdaEventSourceMapping } from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { Construct } from "constructs";
import { together } from "../../../facts/errors/problems";
import { requireFreeId } from "../../app/names/ids";
import { Stack } from "../../app/stack";
import { isProviderObject } from "../../core/terraform/override";
import { resolvePermissions } from "../../iam/permissions";
import type { Function } from "../function";
import type { FunctionProps } from "../props";
import { type ExistingFunction, existingTarget } from "../references/existing-function";
import { planReference } from "../references/reference";
import { RolePolicies } from "../role";
import { type EventSource, parseConsumer, planMapping } from "./event-source-mapping";

/** A checked consumer. Nothing has been created for it. */
export interface PlannedConsumer {
  /** The timeout of the function in seconds; undefined if it is unknown. */
  readonly timeoutSeconds: number | undefined;
  /**
   * Creates the function, unless the caller gave one, the mapping, and the permissions of the function's role.
   *
   * @returns undefined if the consumer is an existing function, which is not a construct of this library
   */
  create(): Function | undefined;
}

export interface ConsumerPlace {
  /** It may be in another stack than the source. */
  readonly scope: Construct;
  /** The last part of the consumer's ids: `<queue>`, `<stream>_<name>`. */
  readonly id: string;
  readonly defaults: Partial<FunctionProps> | undefined;
}

/** Refuses an invalid consumer; creates nothing. */
export function planConsumer(
  source: EventSource,
  { scope, id, defaults }: ConsumerPlace,
  prop: string,
  given: unknown,
): PlannedConsumer {
  const { owner } = source;
  const { props, functionProp } = parseConsumer(owner, prop, source.kind, given);
  const mappingId = requireFreeId(scope, `EventSource_${id}`, prop);
  const existing = props.cdk?.function;
  if (existing !== undefined) {
    const [{ config }, { arn: functionName }] = together(
      () => planMapping(source, prop, props),
      () => existingTarget(owner, `${prop}.cdk.function`, existing),
    );
    return {
      timeoutSeconds: existingTimeout(existing),
      create() {
        new LambdaEventSourceMapping(scope, mappingId, {
          ...config,
          eventSourceArn: source.arn(),
          functionName,
        });
        return undefined;
      },
    };
  }
  const host = { owner, scope, defaults, waits: true };
  const [{ config, statements }, reference] = together(
    () => planMapping(source, prop, props),
    () => planReference(host, `Consumer_${id}`, functionProp, props.function),
  );
  return {
    timeoutSeconds: reference.timeoutSeconds,
    create() {
      const fn = reference.create();
      const mapping = new LambdaEventSourceMapping(scope, mappingId, {
        ...config,
        eventSourceArn: source.arn(),
        functionName: fn.functionArn,
      });
      // In the stack of the mapping, not of the function: this stack may depend on the function's stack.
      const policies = RolePolicies.of(Stack.of(scope), fn.role);
      policies.add([...resolvePermissions(owner, prop, [source.access]), ...statements]);
      // The service refuses a mapping whose role may not read the source yet.
      policies.addInvoker(mapping);
      return fn;
    },
  };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html, `Timeout`. */
function existingTimeout(existing: ExistingFunction): number | undefined {
  if (!isProviderObject(existing, "aws_lambda_function") || !("timeoutInput" in existing)) return undefined;
  return (existing.timeoutInput as number | undefined) ?? 3;
}
