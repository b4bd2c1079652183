import { type BinaryOperator, binaryOperators, ExpressionError, type TerraformExpression } from "./syntax";

const operators = binaryOperators.flat();

/** Precedence of the operators; a higher number binds tighter. */
const strength = Object.fromEntries(
  binaryOperators.flatMap((level, index) => level.map((operator) => [operator, index])),
) as Record<BinaryOperator, number>;

export function isTemplate(text: string): boolean {
  return text.includes("${") || text.includes("%{");
}

/**
 * Parses a text of Terraform JSON: `a-${aws_x.y.id}`. A text that consists of one expression keeps the type of its
 * value.
 */
export function parseTerraformTemplate(text: string): TerraformExpression {
  return new Parser(text).whole();
}

/**
 * Parser for Terraform's expression language as it occurs in JSON.
 *
 * Source: https://developer.hashicorp.com/terraform/language/expressions
 */
class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): TerraformExpression {
    try {
      return this.template(false);
    } catch (error) {
      if (error instanceof ExpressionError) throw new ExpressionError(error.message, this.at);
      throw error;
    }
  }

  /** A template up to its closing quote, or up to the end of the text; there, backslashes are literal. */
  private template(isQuoted: boolean): TerraformExpression {
    const { parts } = this.parts(isQuoted);
    const [first] = parts;
    if (first === undefined) return { kind: "literal", value: "" };
    return parts.length === 1 ? first : { kind: "template", parts };
  }

  /**
   * The parts of a template.
   *
   * @param ends - the directives that end them, such as `else` and `endif`. @default - its closing quote or the end of the text
   */
  private parts(
    isQuoted: boolean,
    ends: readonly string[] = [],
  ): { readonly parts: readonly TerraformExpression[]; readonly end: string } {
    const parts: TerraformExpression[] = [];
    let plain = "";
    const flush = () => {
      if (plain !== "") parts.push({ kind: "literal", value: plain });
      plain = "";
    };
    // With `~` beside a brace, Terraform removes the white space there.
    const open = () => {
      if (this.takes("~")) plain = plain.trimEnd();
      flush();
    };
    for (;;) {
      const isEnd = this.at >= this.text.length || (isQuoted && this.text[this.at] === '"');
      if (isEnd && ends.length > 0) throw new ExpressionError(`%{${ends.at(-1)}} is missing`);
      if (this.at >= this.text.length) {
        if (isQuoted) throw new ExpressionError("a quote is not closed");
        break;
      }
      if (isEnd) {
        this.at += 1;
        break;
      }
      if (this.takes("$${")) plain += "${";
      else if (this.takes("%%{")) plain += "%{";
      else if (this.takes("${")) {
        open();
        parts.push(this.expression());
        this.closeBrace();
      } else if (this.takes("%{")) {
        open();
        const directive = this.name() ?? "";
        if (ends.includes(directive)) {
          this.closeBrace();
          return { parts, end: directive };
        }
        parts.push(this.directive(directive, isQuoted));
      } else if (isQuoted && this.text[this.at] === "\\") plain += this.escaped();
      else plain += this.takesPattern(/[$%"\\][^$%"\\]*|[^$%"\\]+/y) ?? "";
    }
    flush();
    return { parts, end: "" };
  }

  private closeBrace(): void {
    const removesSpace = this.takesSign("~");
    this.expect("}");
    if (removesSpace) this.takesPattern(/\s+/y);
  }

  /** `%{if test}...%{else}...%{endif}` and `%{for each in list}...%{endfor}`, both of which are texts. */
  private directive(name: string, isQuoted: boolean): TerraformExpression {
    const text = (parts: readonly TerraformExpression[]): TerraformExpression => ({
      kind: "template",
      parts,
    });
    if (name === "if") {
      const test = this.expression();
      this.closeBrace();
      const first = this.parts(isQuoted, ["else", "endif"]);
      const then = text(first.parts);
      const otherwise = text(first.end === "else" ? this.parts(isQuoted, ["endif"]).parts : []);
      return { kind: "conditional", test, then, otherwise };
    }
    if (name !== "for") throw new ExpressionError(`%{${name}} is not a directive of Terraform`);
    const { names, of } = this.forHead();
    this.closeBrace();
    const value = text(this.parts(isQuoted, ["endfor"]).parts);
    const list: TerraformExpression = {
      kind: "for",
      names,
      of,
      key: undefined,
      value,
      test: undefined,
      isGrouped: false,
    };
    return { kind: "call", name: "join", inputs: [{ kind: "literal", value: "" }, list], isSpread: false };
  }

  private escaped(): string {
    const letter = this.text[this.at + 1] ?? "";
    const digits = letter === "u" ? 4 : letter === "U" ? 8 : 0;
    const code = this.text.slice(this.at + 2, this.at + 2 + digits);
    this.at += 2 + digits;
    if (digits > 0) {
      const point = Number.parseInt(code, 16);
      if (!/^[0-9a-f]+$/i.test(code) || point > 0x10ffff)
        throw new ExpressionError(`\\${letter}${code} is not a character`);
      return String.fromCodePoint(point);
    }
    const meaning = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" }[letter];
    if (meaning === undefined) throw new ExpressionError(`\\${letter} is not supported`);
    return meaning;
  }

  private expression(): TerraformExpression {
    const test = this.binary();
    if (!this.takesSign("?")) return test;
    const then = this.expression();
    this.expect(":");
    return { kind: "conditional", test, then, otherwise: this.expression() };
  }

  /** Left-associative operators with at least the precedence `least`. */
  private binary(least = 0): TerraformExpression {
    let left = this.unary();
    for (;;) {
      const operator = this.operator();
      const binds = operator === undefined ? -1 : strength[operator];
      if (operator === undefined || binds < least) return left;
      this.at += operator.length;
      left = { kind: "binary", operator, left, right: this.binary(binds + 1) };
    }
  }

  private operator(): BinaryOperator | undefined {
    this.skip();
    return operators.find((each) => this.text.startsWith(each, this.at));
  }

  private unary(): TerraformExpression {
    if (this.takesSign("!")) return { kind: "unary", operator: "!", of: this.unary() };
    if (this.takesSign("-")) return { kind: "unary", operator: "-", of: this.unary() };
    return this.postfix(this.primary());
  }

  /** Any number of `.name`, `[key]` and `[*]`; without `[` after `.*`, whose elements have only names. */
  private postfix(start: TerraformExpression, hasKeys = true): TerraformExpression {
    let of = start;
    for (;;) {
      this.skip();
      if (this.text.startsWith("...", this.at)) return of;
      if (this.takes(".*")) of = this.splat(of, false);
      else if (hasKeys && this.takes("[*]")) return this.splat(of, true);
      else if (this.takes(".")) {
        const name = this.takesPattern(/[\p{L}_][\p{L}\p{N}_-]*|\d+/uy);
        if (name === undefined) throw new ExpressionError("a name is missing after a dot");
        const value = /^\d+$/.test(name) ? Number(name) : name;
        of = { kind: "index", of, key: { kind: "literal", value } };
      } else if (hasKeys && this.takes("[")) {
        const key = this.expression();
        this.expect("]");
        of = { kind: "index", of, key };
      } else return of;
    }
  }

  private splat(of: TerraformExpression, hasKeys: boolean): TerraformExpression {
    // Names in expressions have no spaces, so this name is unique.
    const each = `each element ${this.at}`;
    return { kind: "splat", of, each, read: this.postfix({ kind: "variable", name: each }, hasKeys) };
  }

  private primary(): TerraformExpression {
    this.skip();
    if (this.takes('"')) return this.template(true);
    if (this.takes("(")) {
      const inside = this.expression();
      this.expect(")");
      return inside;
    }
    if (this.takes("[")) return this.list();
    if (this.takes("{")) return this.object();
    const number = this.takesPattern(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (number !== undefined) return { kind: "literal", value: Number(number) };
    const name = this.name();
    if (name === undefined) throw new ExpressionError(`${this.next()} is not supported`);
    if (name === "true" || name === "false") return { kind: "literal", value: name === "true" };
    if (name === "null") return { kind: "literal", value: null };
    // Functions of providers: provider::aws::arn_parse(...).
    const space = this.takesPattern(/(?:::[\p{L}_][\p{L}\p{N}_-]*)+/uy) ?? "";
    if (this.takesSign("(")) return this.call(`${name}${space}`);
    if (space !== "") throw new ExpressionError(`"(" is missing after ${name}${space}`);
    return { kind: "variable", name };
  }

  private call(name: string): TerraformExpression {
    const inputs: TerraformExpression[] = [];
    let isSpread = false;
    while (!this.takesSign(")")) {
      inputs.push(this.expression());
      isSpread = this.takesSign("...");
      if (!this.takesSign(",")) {
        this.expect(")");
        break;
      }
    }
    return { kind: "call", name, inputs, isSpread };
  }

  private list(): TerraformExpression {
    if (this.takesWord("for")) return this.for("]");
    const items: TerraformExpression[] = [];
    while (!this.takesSign("]")) {
      items.push(this.expression());
      if (!this.takesSign(",")) {
        this.expect("]");
        break;
      }
    }
    return { kind: "list", items };
  }

  private object(): TerraformExpression {
    if (this.takesWord("for")) return this.for("}");
    const entries: [TerraformExpression, TerraformExpression][] = [];
    this.skip();
    while (!this.takesSign("}")) {
      const isBare = this.text[this.at] !== "(";
      const key = this.expression();
      if (!this.takesSign(":")) this.expect("=");
      // A bare word is a key, not a reference.
      const written: TerraformExpression =
        isBare && key.kind === "variable" ? { kind: "literal", value: key.name } : key;
      entries.push([written, this.expression()]);
      // Newlines and commas both separate entries.
      this.takesSign(",");
      this.skip();
    }
    return { kind: "object", entries };
  }

  private for(end: "]" | "}"): TerraformExpression {
    const { names, of } = this.forHead();
    this.expect(":");
    const first = this.expression();
    const key = end === "}" ? first : undefined;
    if (end === "}") this.expect("=>");
    const value = end === "}" ? this.expression() : first;
    const isGrouped = this.takesSign("...");
    const test = this.takesWord("if") ? this.expression() : undefined;
    this.expect(end);
    return { kind: "for", names, of, key, value, test, isGrouped };
  }

  /** `k, v in list` */
  private forHead(): { readonly names: readonly string[]; readonly of: TerraformExpression } {
    const names = [this.requireName()];
    if (this.takesSign(",")) names.push(this.requireName());
    if (!this.takesWord("in")) throw new ExpressionError('"in" is missing in a for');
    return { names, of: this.expression() };
  }

  private name(): string | undefined {
    this.skip();
    return this.takesPattern(/[\p{L}_][\p{L}\p{N}_-]*/uy);
  }

  private requireName(): string {
    const name = this.name();
    if (name === undefined) throw new ExpressionError(`a name is missing before ${this.next()}`);
    return name;
  }

  private takesWord(word: string): boolean {
    this.skip();
    const start = this.at;
    if (this.name() === word) return true;
    this.at = start;
    return false;
  }

  private takesPattern(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private takesSign(sign: string): boolean {
    this.skip();
    return this.takes(sign);
  }

  private takes(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private expect(sign: string): void {
    if (!this.takesSign(sign)) throw new ExpressionError(`"${sign}" is missing before ${this.next()}`);
  }

  /** White space and comments. */
  private skip(): void {
    this.takesPattern(/(?:\s+|\/\*[\s\S]*?\*\/|(?:#|\/\/)[^\n]*)*/y);
  }

  private next(): string {
    return this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 20)) : "the end";
  }
}
