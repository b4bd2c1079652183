/** An error that a resolver reports, or that its data source gave. */
export class ResolverError extends Error {
  constructor(
    message: string,
    readonly errorType: string | null = null,
    readonly data: unknown = null,
    readonly errorInfo: unknown = null,
  ) {
    super(message);
  }
}

/** The caller may not see a field. */
export class UnauthorizedSignal extends Error {}

/** A handler ends early with a result. */
export class EarlyReturn extends Error {
  constructor(
    readonly value: unknown,
    /** The next step in a pipeline. */
    readonly skipTo: "NEXT" | "END",
  ) {
    super("early return");
  }
}
