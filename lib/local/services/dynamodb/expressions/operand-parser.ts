import { type AttributeValue, typeOf } from "./attribute-values";
import type { Placeholders } from "./placeholders";
import { ItemError, Problems } from "./problems";
import { isReserved } from "./reserved-words";
import type { Operand, Path } from "./syntax";
import { TokenReader } from "./tokens";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters */
const mostOperators = 300;
const mostLevels = 32;
const largestIndex = 2 ** 31 - 1;
/** Each level of an expression that is deeper has an operator, or is a mistake that AWS reports in other words. */
const deepest = 320;

/** Smaller ones are reported first. */
export const rank = { parentheses: 0, unknown: 1, misused: 2, reserved: 3, section: 4, operands: 5 } as const;

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
const ofConditions: ReadonlySet<string> = new Set([
  "attribute_exists",
  "attribute_not_exists",
  "attribute_type",
  "begins_with",
  "contains",
  "size",
]);
const ofUpdates: ReadonlySet<string> = new Set(["if_not_exists", "list_append"]);

/** Reads paths, values and functions, which all expressions have. */
export abstract class OperandParser {
  protected readonly tokens: TokenReader;
  protected readonly problems = new Problems();
  private operators = 0;
  private depth = 0;

  constructor(
    text: string,
    protected readonly placeholders: Placeholders,
    private readonly keywords: readonly string[],
  ) {
    this.tokens = new TokenReader(text);
  }

  /** Adds a problem of operands. Those of the first condition are reported first. */
  protected abstract addProblem(order: number, text: string): void;

  protected abstract checkCall(name: string, operands: readonly Operand[]): void;

  protected abstract readonly functions: "conditions" | "updates";

  protected factor(): Operand {
    const { kind, text } = this.tokens.next;
    if (kind === "value") return this.value();
    if (this.tokens.symbol("(")) {
      const operand = this.deeper("", () => this.operand());
      this.tokens.require(")");
      return operand;
    }
    if (kind !== "name" || this.tokens.peek(1).text !== "(" || this.isKeyword()) {
      return { kind: "path", path: this.path() };
    }
    this.tokens.take();
    this.tokens.take();
    const operands = this.deeper(text, () => this.tokens.list(() => this.operand()));
    this.tokens.require(")");
    this.checkName(text);
    this.checkCall(text, operands);
    return { kind: "call", name: text, operands };
  }

  protected operand(): Operand {
    return this.factor();
  }

  protected value(): Operand {
    if (this.tokens.next.kind !== "value") throw this.tokens.unexpected();
    const placeholder = this.tokens.take();
    const value = this.placeholders.value(placeholder);
    if (value === undefined) {
      const what = "An expression attribute value used in expression is not defined";
      this.addProblem(0, `${what}; attribute value: ${placeholder}`);
    }
    return { kind: "value", value: value ?? {} };
  }

  protected path(): Path {
    const path: (string | number)[] = [this.name()];
    for (;;) {
      if (this.tokens.symbol(".")) path.push(this.name());
      else if (this.tokens.symbol("[")) {
        path.push(this.index());
        this.tokens.require("]");
      } else break;
    }
    if (path.length > mostLevels) {
      const what = "The document path has too many nesting levels";
      this.addProblem(0, `${what}; nesting levels: ${path.length}`);
    }
    return path;
  }

  /** Counts an operator. AWS refuses an expression with many at once. */
  protected countOperator(): void {
    this.operators += 1;
    if (this.operators <= mostOperators) return;
    const what = "The expression contains too many operators";
    throw new ItemError(`${what}; operator count: ${this.operators}`);
  }

  /** Reads a part in parentheses, which may have parentheses itself. */
  protected deeper<Part>(call: string, read: () => Part): Part {
    this.depth += 1;
    if (this.depth > deepest) {
      if (call === "") this.problems.add(rank.parentheses, "The expression has redundant parentheses;");
      else {
        this.checkName(call);
        this.incorrectType(call, "N");
      }
      this.problems.refuse();
    }
    const part = read();
    this.depth -= 1;
    return part;
  }

  protected incorrectCount(name: string, operands: readonly Operand[]): void {
    const what = "Incorrect number of operands for operator or function";
    this.addProblem(1, `${what}; operator or function: ${name}, number of operands: ${operands.length}`);
  }

  protected incorrectType(name: string, type: string): void {
    const what = "Incorrect operand type for operator or function";
    this.addProblem(3, `${what}; operator or function: ${name}, operand type: ${type}`);
  }

  protected requirePath(name: string, operand: Operand | undefined): void {
    if (operand?.kind === "path") return;
    const what = "Operator or function requires a document path";
    this.addProblem(3, `${what}; operator or function: ${name}`);
  }

  private checkName(name: string): void {
    const [own, others] =
      this.functions === "conditions" ? [ofConditions, ofUpdates] : [ofUpdates, ofConditions];
    if (others.has(name)) {
      const what = "The function is not allowed in ";
      const where = this.functions === "conditions" ? "a condition expression" : "an update expression";
      this.problems.add(rank.unknown, `${what}${where}; function: ${name}`);
    } else if (!own.has(name)) {
      this.problems.add(rank.unknown, `Invalid function name; function: ${name}`);
    }
  }

  private isKeyword(): boolean {
    return this.keywords.some((word) => this.tokens.isWord(word));
  }

  private name(): string {
    const { kind, text } = this.tokens.next;
    if (kind === "placeholder") {
      this.tokens.take();
      const name = this.placeholders.name(text);
      if (name !== undefined) return name;
      const what = "An expression attribute name used in the document path is not defined";
      this.addProblem(0, `${what}; attribute name: ${text}`);
      return text;
    }
    if (kind !== "name" || this.isKeyword()) throw this.tokens.unexpected();
    if (isReserved(text)) {
      const what = "Attribute name is a reserved keyword";
      this.problems.add(rank.reserved, `${what}; reserved keyword: ${text}`);
    }
    return this.tokens.take();
  }

  private index(): number {
    if (this.tokens.next.kind !== "number") throw this.tokens.unexpected();
    const text = this.tokens.take();
    if (Number(text) > largestIndex) {
      this.addProblem(0, `List index is not within the allowable range; index: [${text}]`);
    }
    return Number(text);
  }
}

/** The type of a value of the request; undefined for types that depend on the item. */
export function constantType(operand: Operand | undefined): string | undefined {
  const type = operand?.kind === "value" ? typeOf(operand.value) : "";
  return type === "" ? undefined : type;
}

export function constantOf(operand: Operand): AttributeValue | undefined {
  return constantType(operand) === undefined || operand.kind !== "value" ? undefined : operand.value;
}
