import {
  CloudwatchEventBus,
  type CloudwatchEventBusConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { prefixedName } from "../../kit/app";
import { acceptedKeys, overlay, parseImport, propKeys } from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import { fail } from "./errors";
import type { EventBusProps } from "./props";

const busKeys = propKeys<EventBusProps>()({ rules: "map", defaults: "map", cdk: "map" }, () => ({
  eventBus: { resource: CloudwatchEventBus },
}));

/** The name of the bus that each account has. */
export const defaultBus = "default";

/** Refuses props that cannot work, before anything is created. */
export function parseEventBusProps(bus: Construct, written: EventBusProps) {
  const props = acceptedKeys(bus, "props", written, busKeys);
  const parts = { defaults: parseDefaults(bus, props.defaults), rules: props.rules ?? {} };
  const cdk = acceptedKeys(bus, "cdk", props.cdk ?? {}, ["id", "eventBus"]);
  const { imported, override } = parseImport(bus, "cdk.eventBus", cdk.eventBus, CloudwatchEventBus);
  // AWS requires the bus of a partner's events to have the name of its source.
  const name = override.eventSourceName ?? prefixedName(bus);
  const config = overlay<CloudwatchEventBusConfig>({ name }, override);
  if (imported !== undefined) {
    return { imported, config, name: imported.nameInput, isDefault: false, ...parts };
  }
  const isDefault = override.name === defaultBus;
  const [key] = Object.keys(override).filter((each) => each !== "name");
  if (isDefault && key !== undefined) {
    attempt(() => fail(bus, "event-bus-default", `cdk.eventBus.${key}`, {}));
  }
  return { imported, config, name: config.name, isDefault, ...parts };
}
