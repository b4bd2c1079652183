import { format } from "node:util";

/** Log levels of the console's methods, in ascending severity. */
const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
/** Lines of these levels are marked as stderr, as without JSON. */
const severe: ReadonlySet<string> = new Set(["trace", "warn", "error", "fatal"]);

type LambdaConsole = Console & { fatal(...values: unknown[]): void };

/**
 * Configures `console` as in Lambda: adds `fatal`, and with the log format JSON writes objects and drops messages below the
 * function's log level.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
 *
 * @param requestId - the id of the current request; undefined while the code is loaded
 */
export function setUpConsole(
  environment: Readonly<Record<string, string>>,
  requestId: () => string | undefined,
): void {
  const logs = console as LambdaConsole;
  logs.fatal = console.error.bind(console);
  if (environment.AWS_LAMBDA_LOG_FORMAT !== "JSON") return;
  const names: readonly string[] = levels;
  const least = names.indexOf(environment.AWS_LAMBDA_LOG_LEVEL?.toLowerCase() ?? "");
  for (const [index, level] of levels.entries()) {
    const stream = severe.has(level) ? process.stderr : process.stdout;
    logs[level] = (...values: unknown[]) => {
      if (index >= least) stream.write(`${entry(level.toUpperCase(), requestId(), values)}\n`);
    };
  }
  logs.log = logs.info;
}

/** A single message keeps its structure; several are formatted as a text. */
function entry(level: string, requestId: string | undefined, values: readonly unknown[]): string {
  const begin = { timestamp: new Date().toISOString(), level, requestId };
  if (values.length !== 1) {
    const error = values.find((value) => value instanceof Error);
    return JSON.stringify({
      ...begin,
      message: format(...values),
      ...(error instanceof Error && fieldsOf(error)),
    });
  }
  try {
    const replacer = (_: string, value: unknown): unknown =>
      value instanceof Error ? { ...fieldsOf(value), ...value } : value;
    return JSON.stringify({ ...begin, message: values[0] }, replacer);
  } catch {
    // The value is circular, or contains a bigint.
    return JSON.stringify({ ...begin, message: format(values[0]) });
  }
}

function fieldsOf(error: Error): Record<string, unknown> {
  const { message, stack } = error;
  return { errorType: error.constructor.name, errorMessage: message, stackTrace: stack?.split("\n") };
}
