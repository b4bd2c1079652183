import {
  CloudwatchEventBus,
  type CloudwatchEventBusConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, checkKeys, checkOverride, findImport, propKeys } from "../../kit/core";
import { checkFunctionKeys } from "../../kit/function";
import { fail } from "./errors";
import type { EventBusProps } from "./props";

const busKeys = propKeys<EventBusProps>()({ rules: "map", defaults: "map", cdk: "map" }, () => ({
  eventBus: { resource: CloudwatchEventBus },
}));

/** The existing bus, or the override of the created one. */
export interface ParsedEventBus {
  readonly imported: CloudwatchEventBus | DataAwsCloudwatchEventBus | undefined;
  /** Empty for an imported bus. */
  readonly override: Partial<CloudwatchEventBusConfig>;
  /** Whether it is the bus that each account has, named by `{ name: "default" }`. */
  readonly isDefault: boolean;
}

/** Refuses props that cannot work, before anything is created. */
export function parseEventBusProps(bus: Construct, written: EventBusProps): ParsedEventBus {
  const props = acceptedKeys(bus, "props", written, busKeys);
  attempt(() => checkKeys(bus, "defaults", props.defaults ?? {}, ["function"]));
  attempt(() => checkFunctionKeys(bus, "defaults.function", props.defaults?.function ?? {}));
  attempt(() => checkKeys(bus, "cdk", props.cdk ?? {}, ["id", "eventBus"]));
  const given = props.cdk?.eventBus ?? {};
  const type = "aws_cloudwatch_event_bus";
  const imported = findImport<CloudwatchEventBus | DataAwsCloudwatchEventBus>(
    bus,
    "cdk.eventBus",
    given,
    type,
  );
  if (imported !== undefined) return { imported, override: {}, isDefault: false };
  attempt(() => checkOverride(bus, "cdk.eventBus", given, CloudwatchEventBus));
  const override = given as Partial<CloudwatchEventBusConfig>;
  const isDefault = override.name === "default";
  const [key] = Object.keys(override).filter((each) => each !== "name");
  if (isDefault && key !== undefined) fail(bus, "event-bus-default", `cdk.eventBus.${key}`, {});
  return { imported, override, isDefault };
}
