import { isDeepStrictEqual } from "node:util";
import {
  type BinaryOperator,
  ExpressionError,
  type ForExpression,
  type TerraformExpression,
} from "../../../facts/expressions/syntax";
import { terraformFunctions } from "./functions";
import { Lookup, plain } from "./lookup";
import { entriesOf, toFlag, toNumber, toText } from "./types";

export interface Scope {
  /** Value of `aws_lambda_function`, `data`, `local`, ...; throws `ExpressionError` for an unknown name. */
  variable(name: string): unknown;
  /** Folder that relative paths begin at. */
  readonly folder: string;
}

export function evaluate(expression: TerraformExpression, scope: Scope): unknown {
  return plain(read(expression, scope));
}

/** As `evaluate`, but returns a `Lookup` where only a part of a large value may be needed. */
function read(expression: TerraformExpression, scope: Scope): unknown {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "template":
      return expression.parts.map((part) => toText(evaluate(part, scope))).join("");
    case "variable":
      return scope.variable(expression.name);
    case "index":
      return member(read(expression.of, scope), evaluate(expression.key, scope));
    case "splat":
      return elements(evaluate(expression.of, scope)).map((each) =>
        evaluate(expression.read, withNames(scope, { [expression.each]: each })),
      );
    case "call":
      return call(expression, scope);
    case "unary": {
      const of = evaluate(expression.of, scope);
      return expression.operator === "!" ? !toFlag(of) : -toNumber(of);
    }
    case "binary":
      return binary(expression.operator, evaluate(expression.left, scope), () =>
        evaluate(expression.right, scope),
      );
    case "conditional":
      return read(toFlag(evaluate(expression.test, scope)) ? expression.then : expression.otherwise, scope);
    case "list":
      return expression.items.map((item) => evaluate(item, scope));
    case "object":
      return Object.fromEntries(
        expression.entries.map(([key, value]) => [toText(evaluate(key, scope)), evaluate(value, scope)]),
      );
    case "for":
      return forEach(expression, scope);
  }
}

/** `of.key` and `of[key]`. */
function member(of: unknown, key: unknown): unknown {
  if (of instanceof Lookup) return of.member(key);
  if (Array.isArray(of)) {
    const index = toNumber(key);
    if (!(index in of)) throw new ExpressionError(`a list of ${of.length} has no element ${index}`);
    return of[index];
  }
  if (typeof of === "object" && of !== null) {
    const name = toText(key);
    if (Object.hasOwn(of, name)) return (of as Record<string, unknown>)[name];
    // A block that occurs at most once is an object in JSON but a list in expressions.
    if (key === 0) return of;
    throw new ExpressionError(`it has no attribute ${JSON.stringify(name)}`);
  }
  throw new ExpressionError(`${JSON.stringify(of)} has no attributes`);
}

function elements(of: unknown): readonly unknown[] {
  if (of === null || of === undefined) return [];
  return Array.isArray(of) ? of : [of];
}

function call(expression: TerraformExpression & { kind: "call" }, scope: Scope): unknown {
  const { name, inputs, isSpread } = expression;
  if (name === "try" || name === "can") return attempt(name, inputs, scope);
  const run = Object.hasOwn(terraformFunctions, name) ? terraformFunctions[name] : undefined;
  if (run === undefined) throw new ExpressionError(`the function ${name} is not supported`);
  const values = inputs.map((input) => evaluate(input, scope));
  return run(isSpread ? [...values.slice(0, -1), ...elements(values.at(-1))] : values, scope.folder);
}

/** `try` returns the first input that evaluates without an error; `can` returns whether one does. */
function attempt(name: "try" | "can", inputs: readonly TerraformExpression[], scope: Scope): unknown {
  let last: unknown;
  for (const input of inputs) {
    try {
      const value = evaluate(input, scope);
      return name === "can" ? true : value;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      last = error;
    }
  }
  if (name === "can") return false;
  throw last ?? new ExpressionError("try has no inputs");
}

function forEach({ names, of, key, value, test, isGrouped }: ForExpression, scope: Scope): unknown {
  const results = entriesOf(evaluate(of, scope)).flatMap(([index, each]) => {
    const [first = "", second] = names;
    const inner = withNames(
      scope,
      second === undefined ? { [first]: each } : { [first]: index, [second]: each },
    );
    if (test !== undefined && !toFlag(evaluate(test, inner))) return [];
    return [{ key: key && toText(evaluate(key, inner)), value: evaluate(value, inner) }];
  });
  if (key === undefined) return results.map((result) => result.value);
  const object: Record<string, unknown> = {};
  for (const result of results) {
    const name = result.key ?? "";
    if (!isGrouped) object[name] = result.value;
    else object[name] = [...elements(object[name]), result.value];
  }
  return object;
}

export function withNames(scope: Scope, names: Readonly<Record<string, unknown>>): Scope {
  return {
    folder: scope.folder,
    variable: (name) => (Object.hasOwn(names, name) ? names[name] : scope.variable(name)),
  };
}

/** The value of `left operator right`. The right side is evaluated only when needed. */
function binary(operator: BinaryOperator, left: unknown, right: () => unknown): unknown {
  switch (operator) {
    case "||":
      return toFlag(left) || toFlag(right());
    case "&&":
      return toFlag(left) && toFlag(right());
    case "==":
      return isDeepStrictEqual(left, right());
    case "!=":
      return !isDeepStrictEqual(left, right());
    default:
      return arithmetic[operator](toNumber(left), toNumber(right()));
  }
}

const arithmetic = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
} satisfies Partial<Record<BinaryOperator, (a: number, b: number) => number | boolean>>;
