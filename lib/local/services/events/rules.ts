import { patternRefusal, unknownPlaceholders } from "../../../facts/event-pattern";
import { block, type Model, type Resource, text, textMap } from "../../../model";

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

/** Whether a rule and a target belong to the same bus. Each region has its own default bus, so the regions must match too. */
export const isOnSameBus = (one: Resource, other: Resource): boolean =>
  busOf(one) === busOf(other) && one.region === other.region;

/** A bus may be named by its ARN. */
export function busName(nameOrArn: string): string {
  return nameOrArn.split("/").at(-1) ?? nameOrArn;
}

/** Rules and targets of a model that AWS would refuse, with the reason: JSON of other programs is not checked at synthesis. */
export function refusedRules(model: Model): readonly string[] {
  const rules = model.ofType("aws_cloudwatch_event_rule").flatMap(({ address, values }) => {
    const refusal = patternRefusal(text(values, "event_pattern") ?? '{"source":["any"]}');
    return refusal === undefined
      ? []
      : [`AWS refuses ${address}: Event pattern is not valid. Reason: ${refusal.message}`];
  });
  const targets = model.ofType("aws_cloudwatch_event_target").flatMap(({ address, values }) => {
    const transformer = block(values, "input_transformer") ?? {};
    const names = Object.keys(textMap(transformer, "input_paths"));
    return unknownPlaceholders(text(transformer, "input_template") ?? "", names).map((name) => {
      return `AWS refuses ${address}: its input template contains invalid placeholder ${name}.`;
    });
  });
  return [...rules, ...targets];
}
