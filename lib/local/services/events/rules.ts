import type { Model, Resource } from "../../model/model";
import { text } from "../../model/values";

export const defaultBus = "default";

/** The rules of a model that are enabled. */
export function enabledRules(model: Model): readonly Resource[] {
  return model
    .ofType("aws_cloudwatch_event_rule")
    .filter(({ values }) => text(values, "state") !== "DISABLED");
}

/** Name of the bus of a rule or target. */
export function busOf({ values }: Resource): string {
  return busName(text(values, "event_bus_name") ?? defaultBus);
}

/** A bus may be named by its ARN. */
export function busName(nameOrArn: string): string {
  return nameOrArn.split("/").at(-1) ?? nameOrArn;
}
