import { functionNamePattern } from "../../../facts/aws/arn-patterns";
import { formatArn, regionOfArn } from "../../../facts/aws/arns";
import { flag, type Model, type Resource, text } from "../../../model";
import { parseFunctionName } from "../../invoke";
import { type NotHereError, notInApp, ServiceError } from "../contract/define-service";
import { detected, matching, violation } from "../contract/violations";

/** Source of the pattern and of all words: recorded answers of AWS, `test/local/recorded/lambda/invocations.json` */
const qualifierPattern = "\\$(LATEST(\\.PUBLISHED)?)|[a-zA-Z0-9-_$]+";
const longestQualifier = 128;
const name = new RegExp(`^(?:${functionNamePattern})$`);
const qualifier = new RegExp(`^(?:${qualifierPattern})$`);

/** The function that a request names, with its version or alias. Refuses a name that cannot be one. */
export function invokedTarget(named: string, given: string | undefined): string {
  const problems = [
    ...(name.test(named) ? [] : [violation("functionName", named, matching(functionNamePattern))]),
    ...(given === undefined ? [] : qualifierProblem(given)),
  ].sort();
  if (problems.length > 0) throw new ServiceError("ValidationException", detected(...problems), 400);
  const own = qualifierOf(named);
  if (given === undefined || own === given) return named;
  if (own === undefined) return `${named}:${given}`;
  throw new ServiceError(
    "InvalidParameterValueException",
    "The derived qualifier from the function name does not match the specified qualifier.",
    400,
  );
}

function qualifierProblem(given: string): readonly string[] {
  if (!qualifier.test(given)) return [violation("qualifier", given, matching(qualifierPattern))];
  if (given.length <= longestQualifier) return [];
  return [violation("qualifier", given, `have length less than or equal to ${longestQualifier}`)];
}

/** The version or alias in the name of a function; undefined for none. */
function qualifierOf(named: string): string | undefined {
  return /(?:^|function:)[^:]+:([^:]+)$/.exec(named)?.[1];
}

/** The function that a name or an ARN names, with a version or an alias or without. */
export function findFunction(model: Model, named: string): Resource | undefined {
  const { arn, name: plain } = parseFunctionName(named);
  return arn === undefined
    ? model.find("aws_lambda_function", "function_name", plain)
    : model.find("aws_lambda_function", "arn", arn);
}

/** The function that a name means in the region of the request, by its ARN. A name that is not of the app stays. */
export function withArn(model: Model, named: string): string {
  const { arn, name: plain } = parseFunctionName(named);
  const fn = arn === undefined ? model.find("aws_lambda_function", "function_name", plain) : undefined;
  const found = text(fn?.values ?? {}, "arn");
  const version = qualifierOf(named);
  return found === undefined ? named : version === undefined ? found : `${found}:${version}`;
}

/** Refuses a version or an alias that the function of the app does not have. */
export function checkQualifier(model: Model, named: string): void {
  const wanted = qualifierOf(named);
  if (wanted === undefined || wanted === "$LATEST") return;
  const { name: plain } = parseFunctionName(named);
  const fn = findFunction(model, named);
  if (fn === undefined) return;
  const isVersion = /^\d+$/.test(wanted) && flag(fn.values, "publish") === true;
  const isAlias = model
    .ofType("aws_lambda_alias")
    .some(
      ({ values }) => text(values, "name") === wanted && isOf(text(values, "function_name") ?? "", plain),
    );
  if (!isVersion && !isAlias) throw functionNotFound(model, named);
}

/** Whether an ARN names another region. */
export function isElsewhere({ region }: Model, named: string): boolean {
  const other = regionOfArn(named);
  return other !== undefined && other !== region;
}

const isOf = (named: string, plain: string): boolean => parseFunctionName(named).name === plain;

/**
 * The refusal of a request for a function that is not in the app.
 *
 * @param fallback - the version that AWS names where the request names none
 */
export function functionNotFound(model: Model, named: string, fallback?: string): NotHereError {
  const { partition, region, account } = model;
  const wanted = qualifierOf(named) ?? fallback;
  // AWS takes an ARN that ends with `function` for the name of a function.
  const plain = named.endsWith(":function") ? "function" : parseFunctionName(named).name;
  const arn = formatArn({ partition, region, account }, "lambda", `function:${plain}`);
  const words = isElsewhere(model, named)
    ? `Functions from '${regionOfArn(named)}' are not reachable in this region ('${region}')`
    : `Function not found: ${wanted === undefined ? arn : `${arn}:${wanted}`}`;
  return notInApp("lambda", "function", named, words, { status: 404 });
}
