import type { IConstruct } from "constructs";
import { isListReference, unknownList } from "./words";

/** The construct that an error is about, or the path of one that is still to be created. */
export type Where = IConstruct | string;

/** The problem in the caller's words, and the text to write instead. */
export interface ErrorText {
  /** Goes on after the prop: `is 0, ...`. */
  readonly problem: string;
  readonly remedy: string;
}

/** The texts of one part of the library: what to say by code, from the facts of the case. */
export type ErrorTexts = Readonly<Record<string, (facts: never) => ErrorText>>;

export type ErrorFacts<Texts extends ErrorTexts, Code extends keyof Texts> = Parameters<Texts[Code]>[0];

/**
 * Wrong input, in the caller's words.
 *
 * The message names the construct path, the prop, the value and what to write instead. When one synthesis finds
 * several, `problems` holds each of them and the message all of their texts.
 */
export class ServerformError<Code extends string = string> extends Error {
  override readonly name = "ServerformError";

  constructor(
    /** Stable name of the kind of error, for example `authorizer-unknown`. */
    readonly code: Code | "synthesis-failed",
    /** Path of the construct in the tree, for example `dev-notes-Main/Api`. */
    readonly path: string,
    /** The prop as it is written in the documentation, for example `routes["GET /admin"].authorizer`. */
    readonly prop: string,
    message: string,
    /** The single errors behind this one; itself only, unless a synthesis found several. */
    readonly problems: readonly ServerformError<Code>[] = [],
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Finds errors of this library, also those of another copy of the package. */
export function isLibraryError(error: unknown): error is ServerformError {
  return error instanceof Error && error.name === "ServerformError";
}

/** The property with the facts of an error, which Node.js does not print. */
const facts: unique symbol = Symbol.for("serverform.facts");

export function errorFactsOf(error: ServerformError): Readonly<Record<string, unknown>> {
  return (error as { readonly [facts]?: Readonly<Record<string, unknown>> })[facts] ?? {};
}

/** The property with the parts of the message, which Node.js does not print. */
const texts: unique symbol = Symbol.for("serverform.texts");

/** The problem and the remedy of an error; undefined for one that has several problems. */
export function errorTextOf(error: ServerformError): ErrorText | undefined {
  return (error as { readonly [texts]?: ErrorText })[texts];
}

export function withProp(error: ServerformError, prop: string): ServerformError {
  const { code, path } = error;
  const message = error.message.replace(`${path}: ${error.prop} `, () => `${path}: ${prop} `);
  return copyOf(error, new ServerformError(code, path, prop, message, [], causeOf(error)));
}

function copyOf<Copy extends ServerformError>(error: ServerformError, copy: Copy): Copy {
  return withText(withFacts(copy, errorFactsOf(error)), errorTextOf(error));
}

export function withText<Made extends ServerformError>(error: Made, text: ErrorText | undefined): Made {
  return Object.defineProperty(error, texts, { value: text, enumerable: false });
}

export function withFacts<Made extends ServerformError>(error: Made, value: unknown): Made {
  return Object.defineProperty(error, facts, { value: Object(value), enumerable: false });
}

/** Makes an error without throwing it, for checks that collect. */
export type Problem<Texts extends ErrorTexts> = <Code extends keyof Texts & string>(
  where: Where,
  code: Code,
  prop: string,
  facts: ErrorFacts<Texts, Code>,
) => ServerformError;

/** Refuses input: throws the error. */
export type Fail<Texts extends ErrorTexts> = <Code extends keyof Texts & string>(
  where: Where,
  code: Code,
  prop: string,
  facts: ErrorFacts<Texts, Code>,
) => never;

/**
 * The `problem` of a folder: it takes the codes of these texts.
 *
 * A check that refuses an item of a reference to a list, which is not known yet, reports it: the item itself is a token of CDKTF.
 */
export function problemWith<Texts extends ErrorTexts>(texts: Texts): Problem<Texts> {
  return (where, code, prop, given) => {
    // An invalid id may contain a line break, but a message has its path in one line.
    const path = (typeof where === "string" ? where : where.node.path || "app").replace(/\s+/g, " ");
    if (code !== "list-unknown" && Object.values(Object(given)).some(isListReference)) {
      return problemWith({ "list-unknown": unknownList })(
        where,
        "list-unknown",
        prop.replace(/\[0\]$/, ""),
        {},
      ) as unknown as ServerformError;
    }
    const { problem, remedy } = (texts[code] as (facts: unknown) => ErrorText)(given);
    const message = `${path}: ${prop} ${problem}\n  ${remedy.replaceAll("\n", "\n  ")}\n  [${code}]`;
    const { cause } = Object(given) as { readonly cause?: unknown };
    const error = new ServerformError(
      code,
      path,
      prop,
      message,
      [],
      cause === undefined ? undefined : { cause },
    );
    return withText(withFacts(error, given), { problem, remedy });
  };
}

/** The `fail` of a folder: it takes the codes of these texts. */
export function failWith<Texts extends ErrorTexts>(texts: Texts): Fail<Texts> {
  const problem = problemWith(texts);
  return (where, code, prop, facts) => {
    throw problem(where, code, prop, facts);
  };
}

/** How many constructs with the same problem a message names. */
const namedOthers = 5;

/**
 * The error of several constructs: its message names the others.
 *
 * @param noun - what all of them are, where the message counts them: `The same holds for 3 functions: a, b, c.`
 */
export function withOthers<Code extends string>(
  error: ServerformError<Code>,
  others: readonly string[],
  verb = "The same holds for",
  noun?: string,
): ServerformError<Code> {
  if (others.length === 0) return error;
  const { code, path, prop, message } = error;
  const all = noun === undefined ? others : [path, ...others];
  const more = all.length - namedOthers;
  const named = all.slice(0, namedOthers).join(", ");
  const count = noun === undefined ? "" : `${all.length} ${noun}: `;
  const line = `  ${verb} ${count}${named}${more > 0 ? ` and ${more} more` : ""}.`;
  const mark = `\n  [${code}]`;
  const text = `${message.slice(0, -mark.length)}\n${line}${mark}`;
  return copyOf(error, new ServerformError<Code>(code, path, prop, text, [], causeOf(error)));
}

function causeOf({ cause }: Error): { readonly cause: unknown } | undefined {
  return cause === undefined ? undefined : { cause };
}
