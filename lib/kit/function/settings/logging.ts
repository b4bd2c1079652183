import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { LambdaFunctionLoggingConfig } from "@cdktf/provider-aws/lib/lambda-function";
import type { Construct } from "constructs";
import { retentionDays } from "../../../facts/aws/log-retention";
import type { Where } from "../../../facts/errors/error";
import { checkKeys, isReference, propKeys } from "../../core/checks/check";
import { overlay } from "../../core/terraform/override";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** Settings for the lines that Lambda writes to the function's log group. */
export interface FunctionLoggingProps {
  /**
   * `json`: Lambda writes its own messages, and the code's messages through the logger of the runtime, as JSON objects
   * with a time, a level and the id of the request. They are longer than lines of text, and CloudWatch Logs charges by size.
   *
   * @default "text"
   */
  readonly format?: "json" | "text" | undefined;
  /**
   * The least severe level of the code's messages that is kept; needs `format: "json"`.
   *
   * @default - `info`, by the service
   */
  readonly level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | undefined;
  /**
   * The least severe level of Lambda's own messages that is kept; needs `format: "json"`. With `warn`, there are no reports
   * of the duration and memory of successful calls.
   *
   * @default - `info`, by the service
   */
  readonly systemLevel?: "debug" | "info" | "warn" | undefined;
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_LoggingConfig.html */
const formats = { json: "JSON", text: "Text" } as const;
const levels = {
  trace: "TRACE",
  debug: "DEBUG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  fatal: "FATAL",
} as const;
const systemLevels = { debug: "DEBUG", info: "INFO", warn: "WARN" } as const;
const loggingKeys = propKeys<FunctionLoggingProps>()({
  format: Object.keys(formats),
  level: Object.keys(levels),
  systemLevel: Object.keys(systemLevels),
});

/** Refuses settings that Lambda does not have, and log levels without JSON. */
export function checkLogging(where: Where, logging: FunctionLoggingProps | undefined): void {
  if (logging === undefined) return;
  checkKeys(where, "logging", logging, loggingKeys);
  const { format } = logging;
  if (format === "json" || isReference(format)) return;
  // Source: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
  for (const key of ["level", "systemLevel"] as const) {
    if (logging[key] !== undefined)
      fail(where, "prop-needs", `logging.${key}`, { needs: 'logging.format: "json"' });
  }
}

/** The provider's block. The function has its own log group, regardless of the format. */
export function loggingConfig(
  { format = "text", ...given }: FunctionLoggingProps = {},
  logGroup: string,
): LambdaFunctionLoggingConfig {
  // The provider keeps the last levels of a function that names none.
  const usual = format === "json" ? "info" : undefined;
  const { level = usual, systemLevel = usual } = given;
  return {
    logFormat: wordOf(formats, format),
    logGroup,
    applicationLogLevel: level && wordOf(levels, level),
    systemLogLevel: systemLevel && wordOf(systemLevels, systemLevel),
  };
}

/** The provider's word; a reference is unchanged. */
function wordOf(table: Readonly<Record<string, string>>, value: string): string {
  return table[value] ?? value;
}

/** Creates the function's log group, so that its role needs no permission to create one. */
export function createLogGroup(
  fn: Construct,
  functionName: string,
  { cdk, logRetention = "one_year" }: FunctionProps,
): CloudwatchLogGroup {
  const override = cdk?.logGroup ?? {};
  const config = {
    // The provider accepts a name or a prefix, not both.
    name: override.namePrefix === undefined ? `/aws/lambda/${functionName}` : undefined,
    retentionInDays: retentionDays[logRetention],
  };
  return new CloudwatchLogGroup(fn, "LogGroup", overlay(config, override));
}
