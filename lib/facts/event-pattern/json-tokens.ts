import { PatternRefusal } from "./refusal";

export interface JsonToken {
  readonly kind: "{" | "}" | "[" | "]" | "name" | "string" | "number" | "true" | "false" | "null";
  /** The value of a string or name; otherwise the unchanged text. */
  readonly text: string;
  /** Offset of the reader when it recognizes the token: for strings, after the opening quote. */
  readonly seenAt: number;
  readonly end: number;
}

/**
 * Reads JSON token by token, and refuses other texts in the words of EventBridge, whose messages end in a place in the text.
 *
 * Source of words and places: answers of TestEventPattern that LocalStack has recorded (test/local/recorded/events).
 */
export class JsonTokens {
  readonly #text: string;
  #at = 0;
  readonly #open: ("{" | "[")[] = [];
  /** Whether a value or an entry was read since the innermost bracket was opened. */
  #isFirst = true;
  #isValueNext = true;

  constructor(text: string) {
    this.#text = text;
  }

  next(): JsonToken {
    this.#skipSpace();
    const inner = this.#open.at(-1);
    if (this.#isValueNext && (inner === undefined || inner === "{")) return this.#value();
    const close = inner === "{" ? "}" : "]";
    if (this.#text[this.#at] === close) return this.#close(close);
    if (!this.#isFirst) this.#comma(inner === "{" ? "Object" : "Array");
    return inner === "{" ? this.#name() : this.#value();
  }

  #comma(kind: "Object" | "Array"): void {
    if (this.#text[this.#at] !== ",") this.#unexpected(`was expecting comma to separate ${kind} entries`);
    this.#at += 1;
    this.#skipSpace();
  }

  #name(): JsonToken {
    if (this.#text[this.#at] !== '"') this.#unexpected("was expecting double-quote to start field name");
    const text = this.#string();
    this.#skipSpace();
    if (this.#text[this.#at] !== ":") {
      this.#unexpected("was expecting a colon to separate field name and value");
    }
    this.#at += 1;
    this.#isValueNext = true;
    this.#isFirst = false;
    // The reader looks at the value when it reads the name.
    const end = this.#at;
    this.#skipSpace();
    const { seenAt } = this.#peekValue();
    this.#at = end;
    return { kind: "name", text, seenAt, end: seenAt };
  }

  #peekValue(): JsonToken {
    const [at, isFirst, isValueNext, depth] = [this.#at, this.#isFirst, this.#isValueNext, this.#open.length];
    const value = this.#value();
    [this.#at, this.#isFirst, this.#isValueNext] = [at, isFirst, isValueNext];
    this.#open.length = depth;
    return value;
  }

  #value(): JsonToken {
    this.#isValueNext = false;
    this.#isFirst = false;
    const start = this.#at;
    const first = this.#text[start];
    if (first === "{" || first === "[") {
      this.#open.push(first);
      this.#isFirst = true;
      this.#at += 1;
      return { kind: first, text: first, seenAt: this.#at, end: this.#at };
    }
    if (first === '"') {
      const text = this.#string();
      return { kind: "string", text, seenAt: start + 1, end: this.#at };
    }
    return this.#scalar(start);
  }

  #scalar(start: number): JsonToken {
    const rest = this.#text.slice(start);
    const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(rest)?.[0];
    const word = number ?? /^[\p{L}\p{N}_$]+/u.exec(rest)?.[0];
    if (word === undefined) {
      this.#unexpected(
        "expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
      );
    }
    this.#at += word.length;
    if (number === undefined && word !== "true" && word !== "false" && word !== "null") {
      this.#refuse(
        `Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`,
      );
    }
    const kind = number === undefined ? (word as "true" | "false" | "null") : "number";
    return { kind, text: word, seenAt: this.#at, end: this.#at };
  }

  #close(bracket: "}" | "]"): JsonToken {
    this.#open.pop();
    this.#at += 1;
    this.#isFirst = false;
    this.#isValueNext = false;
    return { kind: bracket, text: bracket, seenAt: this.#at, end: this.#at };
  }

  #string(): string {
    const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at))?.[0];
    if (quoted === undefined) {
      this.#at = this.#text.length;
      this.#refuse("Unexpected end-of-input: was expecting closing quote for a string value");
    }
    this.#at += quoted.length;
    try {
      return String(JSON.parse(quoted));
    } catch {
      return this.#refuse("Unrecognized character escape or control character in a string value");
    }
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }

  #unexpected(expected: string): never {
    const character = this.#text.codePointAt(this.#at);
    if (character === undefined) this.#refuse("Unexpected end-of-input");
    return this.#refuse(
      `Unexpected character ('${String.fromCodePoint(character)}' (code ${character})): ${expected}`,
    );
  }

  #refuse(reason: string): never {
    throw new PatternRefusal(reason, [this.#at]);
  }
}
