import { formatArn, isArn } from "../../facts/aws/arns";
import type { Model, Resource } from "../../model/resources/model";
import { text } from "../../model/resources/values";

/** Finds the parts of an app by the names that other resources use for them. */
export class NodeFinder {
  private readonly byOwnArn = new Map<string, Resource>();
  private readonly functions = new Map<string, Resource>();
  private readonly buses = new Map<string, Resource>();

  constructor(
    private readonly model: Model,
    resources: readonly Resource[],
  ) {
    const { partition, account } = model;
    for (const resource of resources) {
      const { type, values, region } = resource;
      const [arn, id, name] = [text(values, "arn"), text(values, "id"), text(values, "name")];
      if (arn !== undefined) this.byOwnArn.set(arn, resource);
      if (type.startsWith("aws_api") && id !== undefined)
        this.byOwnArn.set(formatArn({ partition, region, account }, "execute-api", id), resource);
      if (type === "aws_lambda_function") this.functions.set(text(values, "function_name") ?? "", resource);
      if (type === "aws_cloudwatch_event_bus" && name !== undefined) this.buses.set(name, resource);
    }
  }

  /** The part that an ARN names, or a part of it; also by the name of a function. Wildcards at the end are allowed. */
  byArn(given: string | undefined): Resource | undefined {
    if (given === undefined || given === "*") return undefined;
    const rule = this.model.find("aws_cloudwatch_event_rule", "arn", given);
    if (rule !== undefined) return this.bus(text(rule.values, "event_bus_name"));
    const named = this.functions.get(given.split(":")[0] ?? "");
    if (named !== undefined) return named;
    for (let arn = given.replace(/(?<!\*)\*+$/, ""); isArn(arn); arn = withoutLastPart(arn)) {
      const found = this.byOwnArn.get(arn);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A bus by its name or ARN. */
  bus(given: string | undefined): Resource | undefined {
    return given === undefined ? undefined : (this.buses.get(given) ?? this.byOwnArn.get(given));
  }
}

function withoutLastPart(arn: string): string {
  return arn.slice(0, Math.max(arn.lastIndexOf("/"), arn.lastIndexOf(":"), 0));
}
