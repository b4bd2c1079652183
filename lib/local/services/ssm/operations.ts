import type { Resource, Values } from "../../model/model";
import { requireText, text, texts } from "../../model/values";
import { NotHereError, type Operation } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { SsmParameters } from "./parameters";

/** Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html */
export const ssmOperations = {
  GetParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    const found = parameters.find(name);
    if (found === undefined) {
      throw new NotHereError("ParameterNotFound", missingResource("ssm", "parameter", name));
    }
    return { Parameter: parameterOf(found) };
  },

  GetParameters: (parameters, input) => {
    const found = texts(input, "Names").map((name) => [name, parameters.find(name)] as const);
    return {
      Parameters: found.flatMap(([, each]) => (each === undefined ? [] : [parameterOf(each)])),
      InvalidParameters: found.flatMap(([name, each]) => (each === undefined ? [name] : [])),
    };
  },

  GetParametersByPath: (parameters, input) => ({
    Parameters: parameters.below(text(input, "Path") ?? "/", input.Recursive === true).map(parameterOf),
  }),
} satisfies Record<string, Operation<SsmParameters, Values, object>>;

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
