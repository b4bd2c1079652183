import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Construct, type IConstruct } from "constructs";
import { reservedVariables } from "../../../facts/aws/function-variables";
import type { Where } from "../../../facts/errors/error";
import { mapTogether } from "../../../facts/errors/problems";
import { Hidden } from "../../../facts/errors/words";
import type { App } from "../../app/app";
import { looksSecret, notePlainSecret } from "../../app/notices";
import { isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { quotas } from "../../core/quotas";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";

export function libraryEnvironment(
  { name, stage, ssmPrefix }: App,
  runtime: string,
): Readonly<Record<string, string>> {
  return {
    SERVERFORM_APP: name,
    SERVERFORM_STAGE: stage,
    ...(ssmPrefix !== "" && { SERVERFORM_SSM_PREFIX: ssmPrefix }),
    // By default, the SDK of these runtimes opens a connection for each request.
    ...(/^nodejs1[0-6]\.x$/.test(runtime) && { AWS_NODEJS_CONNECTION_REUSE_ENABLED: "1" }),
  };
}

/** The environment of a function, from the library, its bindings and the caller; the caller's values take precedence. */
export class EnvironmentVariables {
  private readonly bound: Record<string, string> = {};
  private readonly given: Record<string, string>;
  private readonly functions: LambdaFunction[] = [];

  constructor(
    private readonly library: Readonly<Record<string, string>>,
    given: Readonly<Record<string, string>> = {},
  ) {
    this.given = { ...given };
  }

  get variables(): Record<string, string> {
    return { ...this.library, ...this.bound, ...this.given };
  }

  /** Writes the variables to the function, now and after each change. */
  writeTo(fn: LambdaFunction): void {
    this.functions.push(fn);
    this.write();
  }

  set(key: string, value: string): void {
    this.given[key] = value;
    this.write();
  }

  bind(variables: Readonly<Record<string, string>>): void {
    Object.assign(this.bound, variables);
    this.write();
  }

  private write(): void {
    for (const fn of this.functions) fn.putEnvironment({ variables: this.variables });
  }

  /** Refuses an environment that exceeds the service's limit, without values that are known only at deployment. */
  checkSize(where: IConstruct): void {
    const entries = Object.entries(this.variables);
    const bytes = entries.reduce(
      (sum, [key, value]) =>
        sum + Buffer.byteLength(key) + (isUnresolved(value) ? 0 : Buffer.byteLength(value)),
      0,
    );
    if (bytes <= quotas.environmentBytes) return;
    const largest = entries.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
    fail(where, "environment-too-large", "environment", { bytes, limit: quotas.environmentBytes, largest });
  }
}

/** Notes variables that are probably secrets: the plan, the state and the console show them. */
export function noteSecretVariables(
  where: IConstruct,
  prop: string,
  variables: Readonly<Record<string, string>>,
): void {
  for (const [key, value] of Object.entries(variables)) {
    if (typeof value !== "string" || isUnresolved(value) || !looksSecret(key, value)) continue;
    notePlainSecret(where, `${prop}["${key}"]`, value, "use Config.Secret for values that nobody may read");
  }
}

export interface VariableNames {
  readonly pattern: RegExp;
  /** The pattern in words. */
  readonly expected: string;
  readonly isReserved: (name: string) => boolean;
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Environment.html */
const functionVariables: VariableNames = {
  pattern: /^[a-zA-Z][a-zA-Z0-9_]+$/,
  expected: "a name of two or more letters, digits and _, beginning with a letter",
  isReserved: (name) => reservedVariables.includes(name),
};

export const isFunctionVariable = (name: string): boolean =>
  functionVariables.pattern.test(name) && !functionVariables.isReserved(name);

/** Refuses keys that the service does not accept, and values that are not strings. */
export function checkEnvironment(
  where: Where,
  of: string,
  environment: unknown,
  { pattern, expected, isReserved }: VariableNames = functionVariables,
): void {
  if (!isPlainObject(environment)) {
    return refuseValue(where, of, new Hidden(environment), 'an object: { TABLE: "notes" }');
  }
  mapTogether(Object.entries(environment), ([key, value]) => {
    const prop = `${of}["${key}"]`;
    if (!pattern.test(key)) refuseValue(where, prop, key, expected);
    if (isReserved(key)) refuseValue(where, prop, key, "another name: this one is reserved by the service");
    if (typeof value !== "string" && !isUnresolved(value)) {
      refuseValue(where, prop, new Hidden(value), expectedFor(key, value));
    }
    // Terraform treats a short form of CloudFormation as plain text, which the function would receive.
    if (typeof value === "string" && /^!(?:Ref|GetAtt|Sub|ImportValue|FindInMap) \S/.test(value)) {
      const expected =
        "an attribute of the construct, such as table.tableName, or bind: [...] with the construct";
      refuseValue(where, prop, value, expected);
    }
  });
}

function expectedFor(key: string, value: unknown): string {
  if (Construct.isConstruct(value))
    return "a string, such as its name, ARN or URL; or leave it out and write bind: [...] with the construct";
  // In the provider and CloudFormation, the variables are one level below.
  if (/^variables$/i.test(key) && isPlainObject(value)) return 'the variables without it: { TABLE: "notes" }';
  return "a string; for a number or object, String(...) or JSON.stringify(...)";
}
