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
  | {
      /** A function failed. The stack names the sources, by their source maps. */
      readonly event: "function-error";
      readonly function: string;
      readonly requestId: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly stack: readonly string[];
    }
  | { readonly event: "notice" | "warning"; readonly text: string };

/** Receives the events; the engine itself prints nothing. */
export type InvokeReport = (event: InvokeEvent) => void;
