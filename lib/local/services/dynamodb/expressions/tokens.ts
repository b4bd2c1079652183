import { ItemError } from "../errors";

export interface Token {
  readonly kind: "name" | "placeholder" | "value" | "number" | "symbol" | "end";
  readonly text: string;
  readonly at: number;
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters */
const longestExpression = 4096;

const pattern =
  /(?<space>\s+)|(?<name>[A-Za-z]\w*)|(?<placeholder>#\w+)|(?<value>:\w+)|(?<number>\d+)|(?<symbol><>|<=|>=|[\s\S])/y;

const kinds = ["name", "placeholder", "value", "number", "symbol"] as const;

/** The parts of an expression; the last one is its end. */
function readTokens(text: string): readonly Token[] {
  if (text === "") throw new ItemError("The expression can not be empty;");
  const size = Buffer.byteLength(text);
  if (size > longestExpression) {
    const what = "Expression size has exceeded the maximum allowed size";
    throw new ItemError(`${what}; expression size: ${size}`);
  }
  const tokens: Token[] = [];
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
export class TokenReader {
  private readonly tokens: readonly Token[];
  private position = 0;

  constructor(private readonly text: string) {
    this.tokens = readTokens(text);
  }

  get next(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    const at = Math.min(this.position + ahead, this.tokens.length - 1);
    return this.tokens[at] ?? { kind: "end", text: "<EOF>", at: this.text.length };
  }

  take(): string {
    const { text } = this.next;
    this.position += 1;
    return text;
  }

  /** Takes a symbol, if it is the next. */
  symbol(text: string): boolean {
    const isNext = this.next.kind === "symbol" && this.next.text === text;
    if (isNext) this.position += 1;
    return isNext;
  }

  require(text: string): void {
    if (!this.symbol(text)) throw this.unexpected();
  }

  /** Whether a keyword is next. */
  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === "name" && text.length === word.length && text.toUpperCase() === word;
  }

  word(word: string): boolean {
    const isNext = this.isWord(word);
    if (isNext) this.position += 1;
    return isNext;
  }

  end(): void {
    if (this.next.kind !== "end") throw this.unexpected();
  }

  /** The error of the next token, with its neighbours. */
  unexpected(): ItemError {
    const { text } = this.next;
    const before = this.position === 0 ? this.next : this.tokens[this.position - 1];
    const after = this.peek(1);
    const end = after.kind === "end" ? this.text.length : after.at + after.text.length;
    const near = this.text.slice(before?.at ?? 0, end);
    return new ItemError(`Syntax error; token: "${text}", near: "${near}"`);
  }

  list<Member>(read: () => Member): readonly Member[] {
    const members = [read()];
    while (this.symbol(",")) members.push(read());
    return members;
  }
}
