import { number, text, type Values } from "../../../model";
import { ServiceError } from "./define-service";

/** The page of a list that a request wants. */
export interface WantedPage {
  /** The token of the page before; undefined or empty for the first. */
  readonly token: string | undefined;
  /** How many entries the request wants at most; undefined for as many as the service gives. */
  readonly limit: number | undefined;
  /** How many the service gives at most. */
  readonly most: number;
  /** The code of the refusal of a token. @default "InvalidParameterValue" */
  readonly code?: string;
}

/** The pages of a list in the answers of a service. */
interface AnsweredPages extends Pick<WantedPage, "most" | "code"> {
  /** The member of the answer that has the entries. */
  readonly member: string;
}

/** The answer to a request for one page of a list. */
export function paged<Entry>(
  all: readonly Entry[],
  input: Values,
  { member, ...pages }: AnsweredPages,
  write: (entry: Entry) => unknown,
): object {
  const limit = number(input, "MaxResults") ?? number(input, "Limit");
  const { entries, next } = listPage(all, { token: text(input, "NextToken"), limit, ...pages });
  return { [member]: entries.map(write), NextToken: next };
}

/**
 * One page of a list. Tokens contain the number of entries before it: the lists of an app change only with the app.
 */
export function listPage<Entry>(
  all: readonly Entry[],
  { token, limit, most, code = "InvalidParameterValue" }: WantedPage,
): { readonly entries: readonly Entry[]; readonly next: string | undefined } {
  const start = token === undefined || token === "" ? 0 : startIn(token);
  if (start === undefined) throw new ServiceError(code, "The token of the next page is not valid.");
  const end = start + Math.max(1, Math.min(limit ?? most, most));
  return { entries: all.slice(start, end), next: end < all.length ? tokenOf(end) : undefined };
}

const tokenOf = (start: number): string => Buffer.from(`page ${start}`).toString("base64url");

function startIn(token: string): number | undefined {
  const found = /^page (\d{1,9})$/.exec(Buffer.from(token, "base64url").toString("utf8"))?.[1];
  return found === undefined ? undefined : Number(found);
}
