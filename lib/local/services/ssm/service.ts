import type { Model, Resource } from "../../model/model";
import { isValues, requireText, text, texts } from "../../model/values";
import { answerJson, refuseJson } from "../contract/json-protocol";
import type { Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";

/** The parameters that the JSON declares, to be read. Secrets are in no file, so there are none here. */
export class SsmService implements Service {
  readonly signingName = "ssm";
  private model: Model;

  constructor({ model }: ServiceContext) {
    this.model = model;
  }

  async handle({ operation = "", body }: ServiceRequest): Promise<ServiceResponse> {
    const input: unknown = JSON.parse(body.toString("utf8"));
    if (!isValues(input)) return refuseJson("1.1", "ValidationException", "The request is no object.");
    switch (operation) {
      case "GetParameter": {
        const found = this.find(text(input, "Name") ?? "");
        return found === undefined
          ? refuseJson("1.1", "ParameterNotFound", "The parameter does not exist.")
          : answerJson("1.1", { Parameter: parameterOf(found) });
      }
      case "GetParameters": {
        const found = texts(input, "Names").map((name) => [name, this.find(name)] as const);
        return answerJson("1.1", {
          Parameters: found.flatMap(([, each]) => (each === undefined ? [] : [parameterOf(each)])),
          InvalidParameters: found.flatMap(([name, each]) => (each === undefined ? [name] : [])),
        });
      }
      case "GetParametersByPath":
        return answerJson("1.1", {
          Parameters: this.below(text(input, "Path") ?? "/", input.Recursive === true),
        });
      default:
        return refuseJson("1.1", "NotEmulated", `serverform local does not emulate ${operation} of ssm.`);
    }
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}

  /** By name or ARN. */
  private find(name: string): Resource | undefined {
    const type = "aws_ssm_parameter";
    return this.model.find(type, "name", name) ?? this.model.find(type, "arn", name);
  }

  private below(path: string, isRecursive: boolean): readonly object[] {
    const prefix = path.endsWith("/") ? path : `${path}/`;
    return this.model
      .ofType("aws_ssm_parameter")
      .filter(({ values }) => {
        const name = requireText(values, "name");
        return name.startsWith(prefix) && (isRecursive || !name.slice(prefix.length).includes("/"));
      })
      .map(parameterOf);
  }
}

function parameterOf({ values }: Resource): object {
  return {
    Name: requireText(values, "name"),
    ARN: requireText(values, "arn"),
    Type: text(values, "type") ?? "String",
    Value: text(values, "value") ?? text(values, "insecure_value") ?? "",
    Version: 1,
    DataType: text(values, "data_type") ?? "text",
  };
}
