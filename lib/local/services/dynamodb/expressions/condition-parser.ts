import { isDeepStrictEqual } from "node:util";
import { compareValues, typeOf } from "./attribute-values";
import { constantOf, constantType, OperandParser, rank } from "./operand-parser";
import type { Placeholders } from "./placeholders";
import { type Comparator, type ConditionTree, type Operand, shownPath } from "./syntax";

const comparators: ReadonlySet<string> = new Set(["=", "<>", "<", "<=", ">", ">="]);
const ordered: ReadonlySet<string> = new Set(["S", "N", "B"]);
const attributeTypes: ReadonlySet<string> = new Set([
  "B",
  "NULL",
  "SS",
  "BOOL",
  "L",
  "BS",
  "N",
  "NS",
  "S",
  "M",
]);

/** Parses a condition, a filter or the condition of keys. */
export function parseCondition(text: string, placeholders: Placeholders): ConditionTree {
  return new ConditionParser(text, placeholders, keywords).whole();
}

const keywords = ["AND", "OR", "NOT", "BETWEEN", "IN"];

/** In parentheses, what begins may still become either. */
type Part = ConditionTree | Operand;

class ConditionParser extends OperandParser {
  protected readonly functions = "conditions";
  private conditions = 0;

  whole(): ConditionTree {
    const condition = this.condition(this.or());
    this.tokens.end();
    this.problems.refuse();
    return condition;
  }

  /** The problems of the first condition are reported first. */
  protected override addProblem(order: number, text: string): void {
    super.addProblem(this.conditions * 10 + order, text);
  }

  private or(): Part {
    return this.chain("or", () => this.chain("and", () => this.not()));
  }

  private chain(kind: "or" | "and", next: () => Part): Part {
    let left = next();
    while (this.tokens.word(kind.toUpperCase())) {
      this.countOperator();
      left = { kind, left: this.condition(left), right: this.condition(next()) };
    }
    return left;
  }

  private not(): Part {
    let count = 0;
    while (this.tokens.word("NOT")) {
      this.countOperator();
      count += 1;
    }
    const part = this.comparison();
    return count % 2 === 0
      ? count === 0
        ? part
        : this.condition(part)
      : { kind: "not", of: this.condition(part) };
  }

  private comparison(): Part {
    const left = this.begin();
    if (!isOperand(left)) return left;
    const { kind, text } = this.tokens.next;
    const compared =
      kind === "symbol" && comparators.has(text)
        ? this.compare(left)
        : this.tokens.word("BETWEEN")
          ? this.between(left)
          : this.tokens.word("IN")
            ? this.in(left)
            : undefined;
    if (compared !== undefined) this.conditions += 1;
    return compared ?? left;
  }

  /** An operand, or a condition in parentheses. */
  private begin(): Part {
    if (!this.tokens.symbol("(")) return this.factor();
    const isDouble = this.tokens.next.text === "(";
    const part = this.deeper("", () => this.or());
    const isRepeated = isDouble && this.closed.has(part);
    this.tokens.require(")");
    if (isRepeated) this.problems.add(rank.parentheses, "The expression has redundant parentheses;");
    this.closed.add(part);
    return part;
  }

  /** Parts that are in parentheses already. */
  private readonly closed = new WeakSet<Part>();

  private compare(left: Operand): ConditionTree {
    this.countOperator();
    const comparator = this.tokens.take() as Comparator;
    const right = this.factor();
    this.checkPlace([left, right]);
    this.checkDistinct(comparator, [left, right]);
    if (comparator !== "=" && comparator !== "<>") this.checkOrdered(comparator, [left, right]);
    return { kind: "compare", comparator, left, right };
  }

  private between(operand: Operand): ConditionTree {
    this.countOperator();
    const least = this.factor();
    if (!this.tokens.word("AND")) throw this.tokens.unexpected();
    const most = this.factor();
    this.checkPlace([operand, least, most]);
    this.checkOrdered("BETWEEN", [operand, least, most]);
    this.checkBounds(least, most);
    return { kind: "between", operand, least, most };
  }

  private in(operand: Operand): ConditionTree {
    this.countOperator();
    this.tokens.require("(");
    const among = this.tokens.list(() => this.factor());
    this.tokens.require(")");
    this.checkPlace([operand, ...among]);
    if (among.length > 100) this.incorrectCount("IN", [operand, ...among]);
    return { kind: "in", operand, among };
  }

  /** Returns the part as a condition, or refuses it if it is an operand. */
  private condition(part: Part): ConditionTree {
    if (!isOperand(part)) return part;
    if (part.kind !== "call") throw this.tokens.unexpected();
    if (part.name === "size") this.misused(part.name);
    this.conditions += 1;
    return { kind: "test", name: part.name, operands: part.operands };
  }

  protected checkCall(name: string, operands: readonly Operand[]): void {
    const [first, second] = operands;
    const expected = ["attribute_exists", "attribute_not_exists", "size"].includes(name) ? 1 : 2;
    if (operands.length !== expected) return this.incorrectCount(name, operands);
    for (const each of operands)
      if (each.kind === "call" && (each.name !== "size" || name === "size")) {
        if (name === "size" && each.name === "size") this.incorrectType(name, "N");
        else this.misused(each.name);
      }
    if (expected === 2) this.checkDistinct(name, operands);
    const type = constantType(first);
    if (name.startsWith("attribute_") && name !== "attribute_type") this.requirePath(name, first);
    else if (name === "size") {
      if (type !== undefined && ["N", "BOOL", "NULL"].includes(type)) this.incorrectType(name, type);
    } else if (name === "begins_with") {
      const wrong = operands.map(constantType).find((each) => each !== undefined && !"SB".includes(each));
      if (wrong !== undefined) this.incorrectType(name, wrong);
    } else if (name === "attribute_type") this.checkAttributeType(second);
  }

  private checkAttributeType(operand: Operand | undefined): void {
    const type = constantType(operand);
    const value = operand?.kind === "value" ? operand.value.S : undefined;
    if (type !== "S") this.incorrectType("attribute_type", type ?? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    else if (!attributeTypes.has(String(value))) {
      const valid = `{${[...attributeTypes].join(",")}}`;
      this.addProblem(3, `Invalid attribute type name found; type: ${value}, valid types: ${valid}`);
    }
  }

  /** Only `size` gives a value. */
  private checkPlace(operands: readonly Operand[]): void {
    for (const each of operands) if (each.kind === "call" && each.name !== "size") this.misused(each.name);
  }

  private misused(name: string): void {
    const what = "The function is not allowed to be used this way in an expression";
    this.problems.add(rank.misused, `${what}; function: ${name}`);
  }

  private checkOrdered(operator: string, operands: readonly Operand[]): void {
    const wrong = operands.map(constantType).find((type) => type !== undefined && !ordered.has(type));
    if (wrong === undefined) return;
    const what = "Incorrect operand type for operator or function";
    this.addProblem(3, `${what}; operator: ${operator}, operand type: ${wrong}`);
  }

  private checkDistinct(operator: string, [left, right]: readonly Operand[]): void {
    if (left?.kind !== "path" || right?.kind !== "path" || !isDeepStrictEqual(left.path, right.path)) return;
    const what =
      "The first operand must be distinct from the remaining operands for this operator or function";
    this.addProblem(2, `${what}; operator: ${operator}, first operand: ${shownPath(left.path)}`);
  }

  private checkBounds(lower: Operand, upper: Operand): void {
    const [least, most] = [constantOf(lower), constantOf(upper)];
    if (least === undefined || most === undefined) return;
    const order = compareValues(least, most);
    const rule =
      typeOf(least) !== typeOf(most)
        ? "requires same data type for lower and upper bounds"
        : order !== undefined && order > 0
          ? "requires upper bound to be greater than or equal to lower bound"
          : undefined;
    if (rule === undefined) return;
    const [low, high] = [least, most].map(
      (each) => `AttributeValue: {${typeOf(each)}:${each[typeOf(each)]}}`,
    );
    this.addProblem(
      3,
      `The BETWEEN operator ${rule}; lower bound operand: ${low}, upper bound operand: ${high}`,
    );
  }
}

function isOperand(part: Part): part is Operand {
  return part.kind === "path" || part.kind === "value" || part.kind === "call" || part.kind === "sum";
}
