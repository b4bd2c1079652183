/** Something that the person at the terminal wants to see, and with `--json` a machine. One line each. */
export type LocalEvent =
  | {
      /** A request was answered by a gateway. */
      readonly event: "request";
      readonly api: string;
      readonly method: string;
      readonly path: string;
      readonly status: number;
      readonly durationMs: number;
      /** Name of the function that answered; undefined when the gateway did it alone. */
      readonly function?: string;
      readonly requestId: string;
    }
  | { readonly event: "access-log"; readonly api: string; readonly line: string }
  | {
      /** What a function wrote, line by line. */
      readonly event: "log";
      readonly function: string;
      readonly requestId: string | undefined;
      readonly stream: "stdout" | "stderr";
      readonly line: string;
    }
  | {
      /** A function failed; the stack has its source maps applied. */
      readonly event: "function-error";
      readonly function: string;
      readonly requestId: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly stack: readonly string[];
    }
  | { readonly event: "notice" | "warning"; readonly text: string };

/** Takes events; printing is its matter alone. */
export type Report = (event: LocalEvent) => void;
