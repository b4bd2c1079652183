import { textParts } from "./text-parts";

/** Writes the line of one request from the values of `$context` variables, by path: `identity.sourceIp`. */
export type AccessLogLine = (variable: (path: string) => unknown) => string;

// Names of claims may contain colons: cognito:username.
const variables = /\$context\.(authorizer\.(?:claims\.)?[\w:]+|\w+(?:\.\w+)*)/g;

/**
 * Parses the format of an access log once, so that writing a line is fast.
 *
 * A variable without a value becomes `-`.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
 */
export function parseAccessLogFormat(format: string): AccessLogLine {
  const parts = textParts(format.trimEnd(), variables, ([, path = ""]) => ({ path }));
  return (variable) => {
    let line = "";
    for (const part of parts) line += typeof part === "string" ? part : logText(variable(part.path));
    return line;
  };
}

function logText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

let lastSecond = -1;
let lastText = "";

/** A time in the Common Log Format: `12/Mar/2020:19:03:58 +0000`. */
export function commonLogTime(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== lastSecond) {
    const [, day, month, year, time] = new Date(second * 1000).toUTCString().split(" ");
    lastText = `${day}/${month}/${year}:${time} +0000`;
    lastSecond = second;
  }
  return lastText;
}
