import { isValues } from "../../../../model";
import type { AttributeValue } from "../expressions/attribute-values";
import type { Comparator, ConditionTree, Operand, Path } from "../expressions/syntax";
import { TokenSequence } from "../expressions/tokens";
import {
  errorAt,
  type PartiqlStatement,
  readTokens,
  type Select,
  StatementError,
  type TokenKind,
  type UpdateStep,
} from "./syntax";

/**
 * Parses a statement, and puts the parameters in the places of its question marks.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.statements.html
 */
export function parsePartiql(statement: string, parameters: readonly unknown[] = []): PartiqlStatement {
  const parser = new Parser(statement, parameters);
  const parsed = parser.statement();
  parser.end();
  return parsed;
}

/** Functions that are true or false; the others are terms. */
const tests: ReadonlySet<string> = new Set(["begins_with", "contains", "attribute_type"]);
const functions: ReadonlySet<string> = new Set([
  ...tests,
  "size",
  "list_append",
  "set_add",
  "set_delete",
  "if_not_exists",
]);
const comparisons: ReadonlySet<string> = new Set(["=", "<>", "!=", "<", "<=", ">", ">="]);

class Parser extends TokenSequence<TokenKind> {
  private used = 0;

  constructor(
    text: string,
    private readonly parameters: readonly unknown[],
  ) {
    super(text, readTokens(text));
  }

  statement(): PartiqlStatement {
    if (this.word("SELECT")) return this.select();
    if (this.word("INSERT")) return this.insert();
    if (this.word("UPDATE")) return this.update();
    if (this.word("DELETE")) return this.delete();
    if (!this.word("EXISTS")) throw this.expected("data manipulation");
    this.require("(");
    if (!this.word("SELECT")) throw this.expected("SELECT");
    const select = this.select();
    this.require(")");
    return { kind: "exists", select };
  }

  /** Nothing may follow, and every parameter has its place. */
  end(): void {
    if (this.next.kind !== "end") throw this.unexpected();
    if (this.used !== this.parameters.length) {
      throw new StatementError("Number of parameters in request and statement don't match.");
    }
  }

  private select(): Select {
    const columns = this.symbol("*") ? "all" : this.list(() => this.path());
    this.requireWord("FROM");
    const [table, index] = this.tableName();
    const where = this.where();
    const order: { path: Path; isDescending: boolean }[] = [];
    if (this.word("ORDER")) {
      this.requireWord("BY");
      order.push(
        ...this.list(() => {
          const path = this.path();
          const isDescending = this.word("DESC");
          if (!isDescending) this.word("ASC");
          return { path, isDescending };
        }),
      );
    }
    return { kind: "select", table, index, columns, where, order };
  }

  private insert(): PartiqlStatement {
    this.requireWord("INTO");
    const [table] = this.tableName();
    this.requireWord("VALUE");
    const { at } = this.next;
    const { M: item } = this.value();
    if (!isValues(item)) throw errorAt(this.text, at, "Expected a tuple of attributes");
    return { kind: "insert", table, item };
  }

  private update(): PartiqlStatement {
    const [table] = this.tableName();
    const steps: UpdateStep[] = [];
    for (;;) {
      if (this.word("SET")) steps.push(...this.list(() => this.assignment()));
      else if (this.word("REMOVE")) {
        steps.push(...this.list((): UpdateStep => ({ kind: "remove", path: this.path() })));
      } else break;
    }
    if (steps.length === 0) throw this.expected("SET or REMOVE");
    return { kind: "update", table, steps, where: this.where(), returning: this.returning() };
  }

  private delete(): PartiqlStatement {
    this.requireWord("FROM");
    const [table] = this.tableName();
    return { kind: "delete", table, where: this.where(), returning: this.returning() };
  }

  private assignment(): UpdateStep {
    const path = this.path();
    this.require("=");
    return { kind: "set", path, operand: this.term() };
  }

  private where(): ConditionTree | undefined {
    return this.word("WHERE") ? this.condition() : undefined;
  }

  /** `RETURNING ALL OLD *` */
  private returning(): string | undefined {
    if (!this.word("RETURNING")) return undefined;
    const what = this.word("ALL") ? "ALL" : this.word("MODIFIED") ? "UPDATED" : undefined;
    if (what === undefined) throw this.expected("ALL or MODIFIED");
    const when = this.word("OLD") ? "OLD" : this.word("NEW") ? "NEW" : undefined;
    if (when === undefined) throw this.expected("OLD or NEW");
    this.require("*");
    return `${what}_${when}`;
  }

  private condition(): ConditionTree {
    let left = this.conjunction();
    while (this.word("OR")) left = { kind: "or", left, right: this.conjunction() };
    return left;
  }

  private conjunction(): ConditionTree {
    let left = this.negation();
    while (this.word("AND")) left = { kind: "and", left, right: this.negation() };
    return left;
  }

  private negation(): ConditionTree {
    return this.word("NOT") ? { kind: "not", of: this.negation() } : this.comparison();
  }

  private comparison(): ConditionTree {
    if (this.symbol("(")) {
      const condition = this.condition();
      this.require(")");
      return condition;
    }
    const { at } = this.next;
    const term = this.term();
    if (term.kind === "call" && tests.has(term.name)) return { ...term, kind: "test" };
    const { kind, text } = this.next;
    if (kind === "symbol" && comparisons.has(text)) {
      this.take();
      const comparator = (text === "!=" ? "<>" : text) as Comparator;
      return { kind: "compare", comparator, left: term, right: this.term() };
    }
    if (this.word("BETWEEN")) {
      const least = this.term();
      this.requireWord("AND");
      return { kind: "between", operand: term, least, most: this.term() };
    }
    if (this.word("IN")) return { kind: "in", operand: term, among: this.among() };
    if (this.word("IS")) return this.is(term, at);
    throw this.unexpected();
  }

  private is(term: Operand, at: number): ConditionTree {
    const isNot = this.word("NOT");
    const isMissing = this.word("MISSING");
    if (!isMissing && !this.word("NULL")) throw this.expected("MISSING or NULL");
    if (term.kind !== "path") throw errorAt(this.text, at, "Expected identifier for simple path");
    const condition: ConditionTree = isMissing
      ? { kind: "test", name: "attribute_not_exists", operands: [term] }
      : { kind: "test", name: "attribute_type", operands: [term, { kind: "value", value: { S: "NULL" } }] };
    return isNot ? { kind: "not", of: condition } : condition;
  }

  private among(): readonly Operand[] {
    const close = this.symbol("[") ? "]" : ")";
    if (close === ")") this.require("(");
    const terms = this.list(() => this.term());
    this.require(close);
    return terms;
  }

  private term(): Operand {
    let left = this.factor();
    for (;;) {
      const operator = this.symbol("+") ? "+" : this.symbol("-") ? "-" : undefined;
      if (operator === undefined) return left;
      left = { kind: "sum", operator, left, right: this.factor() };
    }
  }

  private factor(): Operand {
    const { kind, text } = this.next;
    const name = text.toLowerCase();
    const isCall = kind === "word" && this.peek(1).text === "(";
    if (isCall && functions.has(name)) {
      this.take();
      this.take();
      const operands = this.list(() => this.term());
      this.require(")");
      return { kind: "call", name, operands };
    }
    if (isCall) throw this.unexpected(`Unknown function ${text}`);
    const isLiteral = kind === "word" && /^(?:true|false|null)$/i.test(text);
    if (!isLiteral && (kind === "word" || kind === "name")) return { kind: "path", path: this.path() };
    return { kind: "value", value: this.value() };
  }

  private value(): AttributeValue {
    const { kind, text } = this.next;
    if (kind === "text") return { S: this.take() };
    if (kind === "number") return { N: this.take() };
    if (kind === "word") {
      const value = { true: { BOOL: true }, false: { BOOL: false }, null: { NULL: true } }[
        text.toLowerCase()
      ];
      if (value === undefined) throw this.unexpected();
      this.take();
      return value;
    }
    if (this.symbol("-")) {
      if (this.next.kind !== "number") throw this.unexpected();
      return { N: `-${this.take()}` };
    }
    if (this.symbol("?")) return this.parameter();
    if (this.symbol("[")) return { L: this.members("]", () => this.value()) };
    if (this.symbol("{")) return { M: Object.fromEntries(this.members("}", () => this.member())) };
    if (this.symbol("<<")) return this.set();
    throw this.unexpected();
  }

  private parameter(): AttributeValue {
    const value = this.parameters[this.used];
    this.used += 1;
    if (isValues(value)) return value;
    throw new StatementError("Number of parameters in request and statement don't match.");
  }

  private member(): readonly [string, AttributeValue] {
    if (this.next.kind !== "text" && this.next.kind !== "name")
      throw this.expected("the name of an attribute");
    const name = this.take();
    this.require(":");
    return [name, this.value()];
  }

  /** `<<'a', 'b'>>`: texts, numbers or binary values. */
  private set(): AttributeValue {
    const { at } = this.next;
    const members = this.members(">>", () => this.value());
    const [type] = Object.keys(members[0] ?? {});
    const isOfOne = members.every((each) => Object.keys(each)[0] === type);
    if (!isOfOne || (type !== "S" && type !== "N" && type !== "B")) {
      throw errorAt(this.text, at, "Expected a set of strings, numbers or binary values");
    }
    return { [`${type}S`]: members.map((each) => each[type]) };
  }

  private members<Member>(close: string, read: () => Member): readonly Member[] {
    if (this.symbol(close)) return [];
    const members = this.list(read);
    this.require(close);
    return members;
  }

  /** The name of a table, and of an index of it: `"Orders"."ByCustomer"`. */
  private tableName(): readonly [table: string, index: string | undefined] {
    const table = this.name("the name of a table");
    return [table, this.symbol(".") ? this.name("the name of an index") : undefined];
  }

  private path(): Path {
    const path: (string | number)[] = [this.name("identifier")];
    for (;;) {
      if (this.symbol(".")) path.push(this.name("identifier"));
      else if (this.symbol("[")) {
        const { kind } = this.next;
        if (kind !== "number" && kind !== "text") throw this.expected("an index");
        path.push(kind === "number" ? Number(this.take()) : this.take());
        this.require("]");
      } else return path;
    }
  }

  private name(what: string): string {
    const { kind } = this.next;
    if (kind !== "word" && kind !== "name") throw this.expected(what);
    return this.take();
  }

  private word(wanted: string): boolean {
    return this.skip(this.next.kind === "word" && this.next.text.toUpperCase() === wanted);
  }

  private requireWord(wanted: string): void {
    if (!this.word(wanted)) throw this.expected(wanted);
  }

  private require(wanted: string): void {
    if (!this.symbol(wanted)) throw this.expected(wanted);
  }

  private expected(what: string): StatementError {
    return errorAt(this.text, this.next.at, `Expected ${what}`);
  }

  private unexpected(problem?: string): StatementError {
    const { kind, text, at } = this.next;
    const found = kind === "end" ? "Unexpected end of the statement" : `Unexpected term ${text}`;
    return errorAt(this.text, at, problem ?? found);
  }
}
