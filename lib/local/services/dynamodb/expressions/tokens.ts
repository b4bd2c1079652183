import { ItemError } from "../errors";

/** A part of a text. */
export interface Token<Kind extends string> {
  readonly kind: Kind | "symbol" | "end";
  readonly text: string;
  /** Where it begins, in characters. */
  readonly at: number;
}

/** Reads tokens one by one; the last one is the end. */
export abstract class TokenSequence<Kind extends string> {
  private position = 0;

  constructor(
    protected readonly text: string,
    private readonly tokens: readonly Token<Kind>[],
  ) {}

  get next(): Token<Kind> {
    return this.peek(0);
  }

  peek(ahead: number): Token<Kind> {
    const at = Math.max(0, Math.min(this.position + ahead, this.tokens.length - 1));
    return this.tokens[at] ?? { kind: "end", text: "", at: this.text.length };
  }

  take(): string {
    const { text } = this.next;
    this.position += 1;
    return text;
  }

  /** Takes the next token, if it is the wanted one. */
  skip(isWanted: boolean): boolean {
    if (isWanted) this.position += 1;
    return isWanted;
  }

  /** Takes a symbol, if it is the next. */
  symbol(text: string): boolean {
    return this.skip(this.next.kind === "symbol" && this.next.text === text);
  }

  list<Member>(read: () => Member): readonly Member[] {
    const members = [read()];
    while (this.symbol(",")) members.push(read());
    return members;
  }
}

type Kind = "name" | "placeholder" | "value" | "number";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters */
const longestExpression = 4096;

const pattern =
  /(?<space>\s+)|(?<name>[A-Za-z]\w*)|(?<placeholder>#\w+)|(?<value>:\w+)|(?<number>\d+)|(?<symbol><>|<=|>=|[\s\S])/y;

const kinds = ["name", "placeholder", "value", "number", "symbol"] as const;

/** The parts of an expression; the last one is its end. */
function readTokens(text: string): readonly Token<Kind>[] {
  if (text === "") throw new ItemError("The expression can not be empty;");
  const size = Buffer.byteLength(text);
  if (size > longestExpression) {
    const what = "Expression size has exceeded the maximum allowed size";
    throw new ItemError(`${what}; expression size: ${size}`);
  }
  const tokens: Token<Kind>[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const { groups = {} } = pattern.exec(text) ?? {};
    const kind = kinds.find((each) => groups[each] !== undefined);
    if (kind !== undefined) tokens.push({ kind, text: groups[kind] ?? "", at });
  }
  return [...tokens, { kind: "end", text: "<EOF>", at: text.length }];
}

/** Reads the tokens of an expression one by one. */
export class TokenReader extends TokenSequence<Kind> {
  constructor(text: string) {
    super(text, readTokens(text));
  }

  require(text: string): void {
    if (!this.symbol(text)) throw this.unexpected();
  }

  /** Whether a keyword is next. */
  isWord(word: string): boolean {
    const { kind, text } = this.next;
    return kind === "name" && text.length === word.length && text.toUpperCase() === word;
  }

  word(word: string): boolean {
    return this.skip(this.isWord(word));
  }

  end(): void {
    if (this.next.kind !== "end") throw this.unexpected();
  }

  /** The error of the next token, with its neighbours. */
  unexpected(): ItemError {
    const { text } = this.next;
    const [before, after] = [this.peek(-1), this.peek(1)];
    const end = after.kind === "end" ? this.text.length : after.at + after.text.length;
    const near = this.text.slice(before.at, end);
    return new ItemError(`Syntax error; token: "${text}", near: "${near}"`);
  }
}
