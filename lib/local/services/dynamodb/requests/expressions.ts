import type { Values } from "../../../../model";
import { ItemError } from "../errors";
import type { StoredItem } from "../expressions/attribute-values";
import { parseCondition } from "../expressions/condition-parser";
import { constantType, OperandParser, rank } from "../expressions/operand-parser";
import { Placeholders } from "../expressions/placeholders";
import {
  type ConditionTree,
  collision,
  type Operand,
  type Path,
  type UpdateStep,
} from "../expressions/syntax";
import type { Table } from "../store/table";

const sections = ["SET", "REMOVE", "ADD", "DELETE"] as const;

const typeNames: Readonly<Record<string, string>> = {
  S: "STRING",
  N: "NUMBER",
  B: "BINARY",
  NULL: "NULL",
  BOOL: "BOOLEAN",
  L: "LIST",
  M: "MAP",
};

class UpdateParser extends OperandParser {
  protected readonly functions = "updates";

  whole(): readonly UpdateStep[] {
    const steps: UpdateStep[] = [];
    const used = new Set<string>();
    do {
      const section = sections.find((each) => this.tokens.word(each));
      if (section === undefined) throw this.tokens.unexpected();
      if (used.has(section)) {
        const what = `The "${section}" section can only be used once in an update expression;`;
        this.problems.add(rank.section, what);
      }
      used.add(section);
      steps.push(...this.tokens.list(() => this.step(section)));
    } while (this.tokens.next.kind !== "end");
    for (const [at, { path }] of steps.entries()) {
      for (const { path: other } of steps.slice(0, at)) {
        const problem = collision(other, path);
        if (problem !== undefined) this.addProblem(2, problem);
      }
    }
    this.problems.refuse();
    return steps;
  }

  protected checkCall(name: string, operands: readonly Operand[]): void {
    if (operands.length !== 2) return this.incorrectCount(name, operands);
    if (name === "if_not_exists") this.requirePath(name, operands[0]);
    if (name !== "list_append") return;
    this.requireType(name, operands, "L");
    if (operands.some((operand) => operand.kind === "call" && operand.name === name)) {
      const what = "The function is not allowed to be used this way in an expression";
      this.addProblem(4, `${what}; function: ${name}`);
    }
  }

  private step(kind: (typeof sections)[number]): UpdateStep {
    const path: Path = this.path();
    if (kind === "REMOVE") return { kind, path };
    if (kind === "SET") {
      this.tokens.require("=");
      return { kind, path, operand: this.sum() };
    }
    const operand = this.value();
    const type = constantType(operand);
    const name = type === undefined ? undefined : typeNames[type];
    if (name !== undefined && !(kind === "ADD" && type === "N")) {
      const what = "Incorrect operand type for operator or function";
      this.addProblem(3, `${what}; operator: ${kind}, operand type: ${name}`);
    }
    return { kind, path, value: operand.kind === "value" ? operand.value : {} };
  }

  /** AWS adds or subtracts once only. */
  private sum(): Operand {
    if (!this.tokens.symbol("(")) return this.sumOf(this.factor());
    const sum = this.deeper("", () => this.sum());
    this.tokens.require(")");
    return this.sumOf(sum);
  }

  private sumOf(left: Operand): Operand {
    const operator = this.tokens.symbol("+") ? "+" : this.tokens.symbol("-") ? "-" : undefined;
    if (operator === undefined) return left;
    this.countOperator();
    const right = this.factor();
    this.requireType(operator, [left, right], "N");
    return { kind: "sum", operator, left, right };
  }

  private requireType(name: string, operands: readonly Operand[], wanted: string): void {
    const wrong = operands.map(constantType).find((type) => type !== undefined && type !== wanted);
    if (wrong !== undefined) this.incorrectType(name, wrong);
  }
}

class ProjectionParser extends OperandParser {
  protected readonly functions = "conditions";

  whole(): readonly Path[] {
    const paths: Path[] = [];
    for (const path of this.tokens.list(() => this.path())) {
      for (const other of paths) {
        const problem = collision(other, path);
        if (problem !== undefined) this.addProblem(1, problem);
      }
      paths.push(path);
    }
    this.tokens.end();
    this.problems.refuse();
    return paths;
  }

  protected checkCall(): void {}
}

/** Parses the expressions of a request. Throws AWS's error. */
export function parseExpressions(input: Values) {
  const placeholders = new Placeholders(
    input.ExpressionAttributeNames as Readonly<Record<string, string>> | undefined,
    input.ExpressionAttributeValues as StoredItem | undefined,
  );
  const parsed = <Result>(member: string, parse: (text: string) => Result): Result | undefined => {
    const text = input[member];
    if (typeof text !== "string") return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof ItemError ? new ItemError(`Invalid ${member}: ${error.message}`) : error;
    }
  };
  const condition = (text: string): ConditionTree => parseCondition(text, placeholders);
  const expressions = {
    update: parsed("UpdateExpression", (text) => new UpdateParser(text, placeholders, sections).whole()),
    condition: parsed("ConditionExpression", condition),
    keyCondition: parsed("KeyConditionExpression", condition),
    filter: parsed("FilterExpression", condition),
    projection: parsed("ProjectionExpression", (text) =>
      new ProjectionParser(text, placeholders, []).whole(),
    ),
  };
  placeholders.refuseUnused();
  return expressions;
}

/** The expressions of a request. Each is undefined where the request has none. */
export type Expressions = Readonly<ReturnType<typeof parseExpressions>>;

/** Refuses paths into keys, since only documents have parts. */
export function checkKeyPaths(paths: Iterable<Path> | undefined, table: Table): void {
  const heads = new Set([...(paths ?? [])].filter(({ length }) => length > 1).map(([name]) => name));
  if (heads.size === 0) return;
  const refuse = (kind: string, name: string): void => {
    const rule = "list random access '[]' and map lookup '.' are not allowed";
    if (heads.has(name)) throw new ItemError(`Key attributes must be scalars; ${rule}: ${kind}: ${name}`);
  };
  for (const { name } of table.keys) refuse("Key", name);
  for (const { keys } of table.indexes) for (const { name } of keys) refuse("IndexKey", name);
}

/** The paths that a condition names. */
export function* pathsOf(condition: ConditionTree | undefined): Iterable<Path> {
  switch (condition?.kind) {
    case "and":
    case "or":
      yield* pathsOf(condition.left);
      yield* pathsOf(condition.right);
      return;
    case "not":
      yield* pathsOf(condition.of);
      return;
    case "compare":
      yield* pathsOfOperands([condition.left, condition.right]);
      return;
    case "between":
      yield* pathsOfOperands([condition.operand, condition.least, condition.most]);
      return;
    case "in":
      yield* pathsOfOperands([condition.operand, ...condition.among]);
      return;
    case "test":
      yield* pathsOfOperands(condition.operands);
  }
}

/** The paths that expressions name. */
export function* allPaths(expressions: Partial<Expressions>): Iterable<Path> {
  const { update = [], condition, keyCondition, filter, projection = [] } = expressions;
  for (const step of update) {
    yield step.path;
    if (step.kind === "SET") yield* pathsOfOperands([step.operand]);
  }
  for (const each of [condition, keyCondition, filter]) yield* pathsOf(each);
  yield* projection;
}

function* pathsOfOperands(operands: readonly Operand[]): Iterable<Path> {
  for (const operand of operands) {
    if (operand.kind === "path") yield operand.path;
    if (operand.kind === "call") yield* pathsOfOperands(operand.operands);
    if (operand.kind === "sum") yield* pathsOfOperands([operand.left, operand.right]);
  }
}
