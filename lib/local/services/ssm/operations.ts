import { createHash } from "node:crypto";
import { blocks, text, texts, type Values } from "../../../model";
import { type NotHereError, notInApp, type Operation, ServiceError } from "../contract/define-service";
import { paged } from "../contract/page";
import { detected, oneOf, violation } from "../contract/violations";
import { isBelowPath, type SsmParameter, type SsmParameters } from "./parameters";

const pages = { member: "Parameters", code: "InvalidNextToken" } as const;

/** Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html */
export const ssmOperations = {
  GetParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    const found = selected(parameters, name);
    if (found === undefined) throw notFound(name);
    return { Parameter: parameterOf(found, input) };
  },

  GetParameters: (parameters, input) => {
    const names = texts(input, "Names");
    if (names.length < 1 || names.length > 10) {
      throw constraint("names", `[${names.join(", ")}]`, "have length between 1 and 10");
    }
    const found = names.map((name) => [name, selected(parameters, name)] as const);
    return {
      Parameters: found.flatMap(([, each]) => (each === undefined ? [] : [parameterOf(each, input)])),
      InvalidParameters: found.flatMap(([name, each]) => (each === undefined ? [name] : [])),
    };
  },

  GetParametersByPath: (parameters, input) => {
    const path = text(input, "Path") ?? "";
    if (!path.startsWith("/")) {
      throw invalid(
        'The parameter doesn\'t meet the parameter name requirements. The parameter name must begin with a forward slash "/". It can\'t be prefixed with "aws" or "ssm" (case-insensitive). It must use only letters, numbers, or the following symbols: . (period), - (hyphen), _ (underscore). Special characters are not allowed. All sub-paths, if specified, must use the forward slash symbol "/". Valid example: /get/parameters2-/by1./path0_.',
      );
    }
    const found = parameters
      .below(path, input.Recursive === true)
      .filter((each) => passesParameterFilters(each, input));
    return paged(found, input, { ...pages, most: 10 }, (each) => parameterOf(each, input));
  },

  DescribeParameters: (parameters, input) => {
    const found = parameters.all.filter((each) => passesParameterFilters(each, input));
    return paged(found, input, { ...pages, most: 50 }, described);
  },

  PutParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    const value = text(input, "Value") ?? "";
    const type = text(input, "Type");
    if (value === "") throw constraint("value", "", "have length greater than or equal to 1");
    const present = parameters.find(name);
    if (present !== undefined && input.Overwrite !== true) {
      throw new ServiceError(
        "ParameterAlreadyExists",
        "The parameter already exists. To overwrite this value, set the overwrite option in the request to true.",
      );
    }
    if (present === undefined && type === undefined) {
      throw invalid("A parameter type is required when you create a parameter.");
    }
    if (type !== undefined && !["String", "StringList", "SecureString"].includes(type)) {
      throw constraint("type", type, oneOf(["SecureString", "StringList", "String"]));
    }
    const tier = tierOf(value, text(input, "Tier"));
    return { Version: parameters.put(name, type, value), Tier: tier };
  },

  DeleteParameter: (parameters, input) => {
    const name = text(input, "Name") ?? "";
    if (parameters.delete(name)) return {};
    if (parameters.find(name) === undefined) throw notFound(name);
    throw invalid(`The app declares the parameter ${name}, so serverform local does not delete it.`);
  },

  DeleteParameters: (parameters, input) => {
    const names = texts(input, "Names");
    const deleted = names.filter((name) => parameters.delete(name));
    return { DeletedParameters: deleted, InvalidParameters: names.filter((name) => !deleted.includes(name)) };
  },
} satisfies Record<string, Operation<SsmParameters, Values, object>>;

/** AWS gives no message. Source: localstack, tests/aws/services/ssm/test_ssm.snapshot.json, recorded from AWS */
function notFound(name: string): NotHereError {
  return notInApp("ssm", "parameter", name, "", { code: "ParameterNotFound" });
}

const invalid = (message: string): ServiceError => new ServiceError("ValidationException", message);

const constraint = (member: string, value: string, rule: string): ServiceError =>
  invalid(detected(violation(member, value.slice(0, 200), rule)));

/** Bytes of a value. Source: https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html */
const most = { Standard: 4096, Advanced: 8192 } as const;

function tierOf(value: string, asked = "Standard"): keyof typeof most {
  const bytes = Buffer.byteLength(value);
  const isAdvanced = asked === "Advanced" || (asked === "Intelligent-Tiering" && bytes > most.Standard);
  const tier = isAdvanced ? "Advanced" : "Standard";
  if (bytes <= most[tier]) return tier;
  throw invalid(`${tier} tier parameters support a maximum parameter value of ${most[tier]} characters.`);
}

/** Secrets are encrypted for callers that do not request their text. */
function parameterOf(
  {
    name,
    arn,
    type,
    value,
    dataType,
    version,
    changedAt,
    selector,
  }: SsmParameter & { readonly selector?: string },
  { WithDecryption: isDecrypted }: Values,
): object {
  return {
    Name: name,
    ARN: arn,
    Type: type,
    Value: type === "SecureString" && isDecrypted !== true ? ciphertextOf(name, value) : value,
    Version: version,
    LastModifiedDate: changedAt,
    DataType: dataType,
    Selector: selector,
  };
}

/** Something that is not the value, and changes with it. */
function ciphertextOf(name: string, value: string): string {
  return `AQICAH${createHash("sha512").update(`${name} ${value}`).digest("base64")}`;
}

function described({ name, arn, type, dataType, version, changedAt, value }: SsmParameter): object {
  return {
    Name: name,
    ARN: arn,
    Type: type,
    KeyId: type === "SecureString" ? "alias/aws/ssm" : undefined,
    LastModifiedDate: changedAt,
    Version: version,
    Tier: Buffer.byteLength(value) > most.Standard ? "Advanced" : "Standard",
    Policies: [],
    DataType: dataType,
  };
}

/**
 * The parameter that a name with a version names: `/app/key:3`. Only the latest version is here.
 *
 * Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 */
function selected(
  parameters: SsmParameters,
  given: string,
): (SsmParameter & { readonly selector?: string }) | undefined {
  const found = parameters.find(given);
  if (found !== undefined) return found;
  const [, name = "", selector = ""] = /^(.+):([^:/]+)$/.exec(given) ?? [];
  const latest = name === "" ? undefined : parameters.find(name);
  if (latest === undefined) return undefined;
  if (String(latest.version) === selector) return { ...latest, selector: `:${selector}` };
  const what = /^\d+$/.test(selector) ? "version" : "label";
  throw new ServiceError(
    "ParameterVersionNotFound",
    `Systems Manager could not find ${what} ${selector} of ${name}. Verify the ${what} and try again.`,
  );
}

type Matches = (parameter: SsmParameter, option: string, values: readonly string[]) => boolean;

/** By the key of the filter. Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ParameterStringFilter.html */
const filters: Readonly<Record<string, Matches>> = {
  Name: ({ name }, option, values) =>
    values.some((value) => {
      if (option === "BeginsWith") return name.startsWith(value);
      return option === "Contains" ? name.includes(value) : name === value;
    }),
  Type: ({ type }, option, values) =>
    values.some((value) => (option === "BeginsWith" ? type.startsWith(value) : type === value)),
  Path: ({ name }, option, values) =>
    values.some((value) => isBelowPath(name, value, option === "Recursive")),
  DataType: ({ dataType }, _, values) => values.includes(dataType),
  Tier: (_, __, values) => values.includes("Standard"),
};

/** Whether a parameter passes all filters of a request. */
function passesParameterFilters(parameter: SsmParameter, input: Values): boolean {
  return blocks(input, "ParameterFilters").every((filter) => {
    const key = text(filter, "Key") ?? "";
    const matches = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (matches === undefined) {
      throw new ServiceError("InvalidFilterKey", `serverform local does not know the filter key ${key}.`);
    }
    return matches(parameter, text(filter, "Option") ?? "Equals", texts(filter, "Values"));
  });
}
