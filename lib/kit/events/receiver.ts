import type { TerraformResource } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../app";
import {
  type EventDestination,
  type FunctionDestinationPermission,
  type FunctionProps,
  type FunctionsByKey,
  planFunctionDestination,
} from "../function";
import type { BackReferences, HasResourcePolicy, PolicySource } from "../iam";
import { resourcePolicy } from "../iam";
import { checkSource } from "./dead-letters";
import { allowTargetKey, checkTargetKey } from "./target-key";

/** A construct that sends events to receivers by name: a topic, bus or bucket. */
export interface Sender<Owner extends Construct = Construct> {
  readonly owner: Owner;
  /** `sns.amazonaws.com` */
  readonly service: string;
  /** Props of the functions that the receivers create. */
  readonly defaults: Partial<FunctionProps> | undefined;
  readonly functions: FunctionsByKey;
  readonly back: BackReferences;
}

/** A receiver that is to be planned. */
export interface ReceiverPlace {
  readonly scope: Construct;
  /** Its key among the functions of the sender. */
  readonly key: string;
  readonly prop: string;
}

/** A receiver, and the permission of the sender to reach it; undefined for an imported queue or topic. */
export interface Receiver {
  readonly arn: string;
  readonly allowedBy: TerraformResource | undefined;
}

/** Refuses a function that cannot receive events; the returned function creates it. */
export function planFunctionReceiver(
  { owner, service, defaults, functions, back }: Sender,
  { scope, key, prop }: ReceiverPlace,
  id: string,
  destination: EventDestination,
): (permission: Omit<FunctionDestinationPermission, "principal">) => Receiver {
  const planned = planFunctionDestination({ owner, scope, defaults, id, destination });
  return (permission) => {
    const created = planned.create({ ...permission, principal: service });
    functions.add(key, created.function);
    back.note(permission.scope ?? scope, created.stack, prop);
    return { arn: created.arn, allowedBy: created.permission };
  };
}

/** A queue or topic whose policy must allow the sender. */
interface PolicyReceiver {
  readonly construct: IConstruct & HasResourcePolicy;
  /** The provider's object, which names the key of its messages. */
  readonly object: unknown;
  readonly arn: string;
  /** `sqs:SendMessage` */
  readonly action: string;
}

/** Refuses a queue or topic that the sender cannot reach; the returned function allows it. */
export function planPolicyReceiver(
  { owner, service, functions, back }: Sender,
  { scope, key, prop }: ReceiverPlace,
  { construct, object, arn, action }: PolicyReceiver,
  source: PolicySource,
  isOfAccount?: true,
): () => Receiver {
  checkSource(construct, source);
  checkTargetKey(owner, prop, object);
  return () => {
    functions.add(key, undefined);
    back.note(scope, Stack.of(construct), prop);
    construct[resourcePolicy].allow({ service, action, source, isOfAccount });
    allowTargetKey(owner, object, service);
    return { arn, allowedBy: construct[resourcePolicy].resource };
  };
}
