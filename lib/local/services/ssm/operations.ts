import type { Values } from "../../model/model";
import { text, texts } from "../../model/values";
import { NotHereError, type Operation, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { SsmParameter, SsmParameters } from "./parameters";

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

  PutParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    if (parameters.find(name) !== undefined && input.Overwrite !== true) {
      throw new ServiceError(
        "ParameterAlreadyExists",
        "The parameter already exists. To overwrite this value, set the overwrite option in the request to true.",
      );
    }
    return {
      Version: parameters.put(name, text(input, "Type"), text(input, "Value") ?? ""),
      Tier: "Standard",
    };
  },

  DeleteParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    if (parameters.delete(name)) return {};
    throw new NotHereError("ParameterNotFound", missingResource("ssm", "parameter", name));
  },

  DeleteParameters: (parameters, input) => {
    const names = texts(input, "Names");
    const deleted = names.filter((name) => parameters.delete(name));
    return { DeletedParameters: deleted, InvalidParameters: names.filter((name) => !deleted.includes(name)) };
  },
} satisfies Record<string, Operation<SsmParameters, Values, object>>;

function parameterOf({ name, arn, type, value, dataType, version }: SsmParameter): object {
  return { Name: name, ARN: arn, Type: type, Value: value, Version: version, DataType: dataType };
}
