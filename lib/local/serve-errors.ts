import type { ErrorText } from "../errors/error";
import { didYouMean, oneOf, show } from "../errors/words";

/** Texts of the command `serverform local`; part of the catalogue. */
export const serveTexts = {
  "local-port-taken": ({ port, host }: { port: number; host: string }) => ({
    problem: `is ${port}, but that port of ${host} is in use, or this user may not use it.`,
    remedy: `Stop the other program, or choose another port: serverform local --port ${port + 1000}.`,
  }),
  "local-port-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a port number.`,
    remedy: "Write a number from 1 to 65535, or 0 for any free port.",
  }),
  "local-endpoint-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a service with an address.`,
    remedy: "Write the service and its address: --endpoint sqs=http://127.0.0.1:9324.",
  }),
  "local-function-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not the name of a function.`,
    remedy:
      names.length === 0
        ? "The app has no functions."
        : `The functions are ${oneOf(names.slice(0, 20))}${names.length > 20 ? ", ..." : ""}.${didYouMean(value, names)}`,
  }),
  "local-event-invalid": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which is not JSON: ${reason}.`,
    remedy: `Write JSON, '{"id":"1"}', or the name of a file that holds it.`,
  }),
  "local-tables-need-package": (_: object) => ({
    problem: "is in the app, but the package that emulates tables is not installed.",
    remedy:
      "Install it: npm install --save-dev dynalite. Or use an emulator: --endpoint dynamodb=http://127.0.0.1:8000.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
