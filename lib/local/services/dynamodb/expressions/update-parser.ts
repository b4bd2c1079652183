import { constantType, OperandParser, rank } from "./operand-parser";
import { collision } from "./paths";
import type { Placeholders } from "./placeholders";
import type { Operand, Path, UpdateStep } from "./syntax";

export function parseUpdate(text: string, placeholders: Placeholders): readonly UpdateStep[] {
  return new UpdateParser(text, placeholders, sections).whole();
}

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

  protected addProblem(order: number, text: string): void {
    this.problems.add(rank.operands + order, text);
  }

  protected override operand(): Operand {
    return this.factor();
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
