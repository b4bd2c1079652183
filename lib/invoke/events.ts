/** What the engine tells the person who runs the functions. */
export type InvokeEvent =
  | {
      /** A line that a function wrote. */
      readonly event: "log";
      readonly function: string;
      /** Undefined while the function's code is loaded. */
      readonly requestId: string | undefined;
      readonly stream: "stdout" | "stderr";
      readonly line: string;
    }
  | ({
      /** A function failed. */
      readonly event: "function-error";
      readonly function: string;
      readonly requestId: string;
    } & ReportedError)
  | { readonly event: "notice" | "warning"; readonly text: string };

/** An error of a function. Stacks name the sources, by their source maps. */
export interface ReportedError extends ErrorDetails {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly stack: readonly string[];
}

/** What an error holds beside its message. Lambda's answer does not have it. */
export interface ErrorDetails {
  readonly code?: string | number;
  readonly cause?: ReportedError;
  readonly errors?: readonly ReportedError[];
}

/** Receives the events; the engine itself prints nothing. */
export type InvokeReport = (event: InvokeEvent) => void;
