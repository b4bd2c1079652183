/** A difference between two versions of an app, in the words of the app. */
export interface AccessTerm {
  /** `GET /admin becomes public` */
  readonly text: string;
  /** Whether a caller gets a permission that it did not have before. */
  readonly isOpening: boolean;
  /** Whether a wildcard gives a whole service, or all resources. */
  readonly isStar: boolean;
  readonly stack: string;
  /** The resource in Terraform that makes the difference: `aws_apigatewayv2_route.Api_Route`. */
  readonly address: string;
}

export interface TermPlace {
  /** With the stack in front, as in the model. */
  readonly address: string;
  readonly stack: string;
}

export function termOf(
  { address, stack }: TermPlace,
  text: string,
  { isOpening = false, isStar = false } = {},
): AccessTerm {
  return { text, isOpening, isStar, stack, address: address.slice(stack.length + 1) };
}

/** Openings first. Each text appears once. */
export function orderedTerms(terms: readonly AccessTerm[]): readonly AccessTerm[] {
  const unique = new Map<string, AccessTerm>();
  for (const term of terms) {
    const key = `${term.stack} ${term.text}`;
    const before = unique.get(key);
    unique.set(key, {
      ...(before ?? term),
      isOpening: term.isOpening || before?.isOpening === true,
      isStar: term.isStar || before?.isStar === true,
    });
  }
  return [...unique.values()].sort((one, other) => Number(other.isOpening) - Number(one.isOpening));
}
