import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { decryptAndEncrypt, grant, keyed, type PermissionRow } from "../../kit/iam";
import { eventBusTexts } from "./errors";

export const eventBusRow = {
  name: "EventBus",
  types: ["aws_cloudwatch_event_bus"],
  byDefault: keyed(decryptAndEncrypt, grant(["events:PutEvents"], ["{arn}"])),
  access: {
    grantPutEventsTo: keyed(decryptAndEncrypt, grant(["events:PutEvents"], ["{arn}"])),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["events:*"], ["{arn}"])),
  },
  keyPath: "kmsKeyIdentifier",
} satisfies PermissionRow;

/** A rule as the metadata shows it. */
export type EventBusRuleMetadata = {
  readonly key: string;
  /** The function of each target, undefined for a queue or log group. */
  readonly targets: readonly (FunctionRef | undefined)[];
  /** The name of each target, in the same order. */
  readonly targetNames: readonly string[];
};

export type EventBusMetadata = ConstructMetadata<
  "EventBus",
  { readonly eventBusName: string; readonly rules: readonly EventBusRuleMetadata[] }
>;

export const eventBusDescription = {
  className: "EventBus",
  row: eventBusRow,
  binding: { client: "event-bus", variables: ["eventBusName"], grants: true },
  metadata: metadataKind<EventBusMetadata>("EventBus"),
  texts: eventBusTexts,
  document: { summary: "events, and rules that send them to targets", group: "Events" },
} as const satisfies ConstructDescription;
