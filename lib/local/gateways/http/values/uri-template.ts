import type { RequestTemplate } from "./expressions";
import type { HttpRequestFacts } from "./request-facts";

const variable = /\$\{stageVariables\.([^{}]+)\}|\{([^{}+]+)\+?\}/g;

/** Parses the address of an integration with path and stage variables: `https://example.com/{proxy}`. */
export function parseUri(text: string): RequestTemplate {
  const parts: (string | ((exchange: HttpRequestFacts) => string))[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const [whole, stageVariable, pathVariable] = match;
    parts.push(text.slice(end, match.index));
    if (stageVariable !== undefined) parts.push(({ stage }) => stage?.variables?.[stageVariable] ?? "");
    else parts.push(({ pathParameters }) => encodePath(pathParameters?.[pathVariable ?? ""] ?? ""));
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return {
    text,
    needsBody: false,
    render: (exchange) => parts.map((part) => (typeof part === "string" ? part : part(exchange))).join(""),
  };
}

/** Encodes a decoded path, except for its slashes. */
function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
