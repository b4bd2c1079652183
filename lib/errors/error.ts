import type { IConstruct } from "constructs";
import { catalogue } from "./catalogue";

/** The code in square brackets at the end of every message; stable, so that tools can match on it. */
export type ErrorCode = keyof typeof catalogue;

/** What one text of the catalogue needs to know. */
export type ErrorFacts<Code extends ErrorCode> = Parameters<(typeof catalogue)[Code]>[0];

/** What is wrong, in the caller's words, and what to write instead. */
export interface ErrorText {
  /** Goes on after the prop: `is 0, ...`. */
  readonly problem: string;
  readonly remedy: string;
}

/**
 * Wrong input, told in the caller's words.
 *
 * The message names the construct path, the prop, the value and what to write instead. When one synthesis finds
 * several, `problems` holds each of them and the message all of their texts.
 */
export class ServerformError extends Error {
  override readonly name = "ServerformError";

  constructor(
    /** Stable name of the kind of error, for example `authorizer-unknown`. */
    readonly code: ErrorCode | "synthesis-failed",
    /** Path of the construct in the tree, for example `dev-notes-Main/Api`. */
    readonly path: string,
    /** The prop as it is written in the documentation, for example `routes["GET /admin"].authorizer`. */
    readonly prop: string,
    message: string,
    /** The single errors behind this one; itself only, unless a synthesis found several. */
    readonly problems: readonly ServerformError[] = [],
  ) {
    super(message);
  }
}

/** Finds errors of this library, also those of another copy of the package. */
export function isServerformError(error: unknown): error is ServerformError {
  return error instanceof Error && error.name === "ServerformError";
}

/** Makes an error of the catalogue without throwing it, for checks that collect. */
export function problem<Code extends ErrorCode>(
  where: IConstruct | string,
  code: Code,
  prop: string,
  facts: ErrorFacts<Code>,
): ServerformError {
  const path = typeof where === "string" ? where : where.node.path || "app";
  const write = catalogue[code] as (facts: ErrorFacts<Code>) => ErrorText;
  const text = write(facts);
  const message = `${path}: ${prop} ${text.problem}\n  ${text.remedy.replaceAll("\n", "\n  ")}\n  [${code}]`;
  return new ServerformError(code, path, prop, message);
}

/** Throws an error of the catalogue. */
export function fail<Code extends ErrorCode>(
  where: IConstruct | string,
  code: Code,
  prop: string,
  facts: ErrorFacts<Code>,
): never {
  throw problem(where, code, prop, facts);
}

/** Throws what a synthesis has found, all of it together; returns when there is nothing. */
export function failTogether(problems: readonly ServerformError[]): void {
  const [first, ...rest] = problems;
  if (first === undefined) return;
  if (rest.length === 0) throw first;
  const message = `${problems.length} problems:\n\n${problems.map((each) => each.message).join("\n\n")}`;
  throw new ServerformError("synthesis-failed", first.path, first.prop, message, problems);
}
