/** The reports of the engine for the person who runs the functions. */
export type InvokeEvent =
  | {
      /** A line that a function wrote. */
      readonly event: "log";
      /** When, as ISO 8601. @default - now */
      readonly timestamp?: string;
      readonly function: string;
      /** Undefined while the function's code is loaded. */
      readonly requestId: string | undefined;
      readonly stream: "stdout" | "stderr";
      readonly line: string;
    }
  | ({
      /** A function failed. */
      readonly event: "function-error";
      /** When, as ISO 8601. @default - now */
      readonly timestamp?: string;
      readonly function: string;
      readonly requestId: string;
    } & ReportedError)
  | {
      /** A port of this machine refused a request before any API or function could read it. */
      readonly event: "refusal";
      /** The name of the API or part of the server on this port. */
      readonly at: string;
      readonly status: number;
      readonly reason: string;
    }
  | { readonly event: "notice" | "warning"; readonly text: string };

/** An error of a function. Stacks name the sources, by their source maps. */
export interface ReportedError extends ErrorDetails {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly stack: readonly string[];
}

/** The properties of an error beside its message. Lambda's answer does not have it. */
export interface ErrorDetails {
  readonly code?: string | number;
  readonly cause?: ReportedError;
  readonly errors?: readonly ReportedError[];
}

/** Receives the events; the engine itself prints nothing. */
export type InvokeReport = (event: InvokeEvent) => void;
