import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "../shared/errors";
import { quotas } from "../shared/quotas";

/** The environment of a function, from those who may write into it: what the caller sets wins. */
export class FunctionEnvironment {
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

  /** Keeps the function's own config in step from now on. */
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

  /** Refuses more than the service takes; values that are known only at deployment do not count. */
  checkSize(where: IConstruct): void {
    const entries = Object.entries(this.variables);
    const bytes = entries.reduce(
      (sum, [key, value]) =>
        sum + Buffer.byteLength(key) + (Token.isUnresolved(value) ? 0 : Buffer.byteLength(value)),
      0,
    );
    if (bytes <= quotas.environmentBytes) return;
    const largest = entries.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
    fail(where, "environment-too-large", "environment", { bytes, limit: quotas.environmentBytes, largest });
  }
}

/** Refuses what is no environment: keys that the service does not take, and values that are no strings. */
export function checkEnvironment(where: IConstruct, environment: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(environment)) {
    const prop = `environment["${key}"]`;
    if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(key)) {
      fail(where, "prop-invalid", prop, {
        value: key,
        expected: "a name of letters, digits and _, beginning with a letter",
      });
    }
    if (typeof value !== "string" && !Token.isUnresolved(value)) {
      fail(where, "prop-invalid", prop, {
        value,
        expected: "a string; for a number or object, String(...) or JSON.stringify(...)",
      });
    }
  }
}
