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
  const texts: string[] = [];
  const paths: string[] = [];
  let end = 0;
  for (const match of format.matchAll(variables)) {
    texts.push(format.slice(end, match.index));
    paths.push(match[1] as string);
    end = match.index + match[0].length;
  }
  const rest = format.slice(end).trimEnd();
  return (variable) => {
    let line = "";
    for (let index = 0; index < paths.length; index += 1) {
      line += texts[index] as string;
      line += logText(variable(paths[index] as string));
    }
    return line + rest;
  };
}

function logText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
