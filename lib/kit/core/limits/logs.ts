import { description, type ResourceLimits, textLimit } from "./limit";

/**
 * Whether CloudWatch Logs reads a text as a filter pattern: terms, `{ conditions on JSON }` or `[columns]`.
 *
 * It refuses only texts that certainly break the grammar.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function isLogFilterPattern(pattern: string): boolean {
  const text = pattern.trim();
  if (text.startsWith("{")) return text.endsWith("}") && isJsonPattern(text.slice(1, -1));
  if (text.startsWith("[")) return text.endsWith("]") && isColumnPattern(text.slice(1, -1));
  return areTerms(text);
}

/** Terms consist of letters, digits and `_`; others are in double quotes. Dots, stars and hyphens are left to the service. */
function areTerms(text: string): boolean {
  const rest = text.replace(/(?<!\S)[-?]?(?:"(?:[^"\\]|\\.)*"|%[^%]+%|[\p{L}\p{N}_.*$-]+)(?!\S)/gu, "");
  return rest.trim() === "";
}

/** Replaces texts and regular expressions with one letter, so that their content is ignored. */
const withoutTexts = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"|%[^%]+%/g, "q");

function isJsonPattern(inner: string): boolean {
  const text = withoutTexts(inner);
  if (text.includes('"') || !isBalanced(text)) return false;
  return text.split(/&&|\|\|/).every((part) => {
    const condition = part.replace(/^[\s(!]+|[\s)]+$/g, "");
    return /^\$(?:[.[]|\s).*?(?:=|<|>|\sIS\s|\sEXISTS\b)/is.test(condition);
  });
}

function isColumnPattern(inner: string): boolean {
  const text = withoutTexts(inner);
  if (text.includes('"') || !isBalanced(text)) return false;
  return text.split(",").every((column) => column.trim() !== "");
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const putFilter =
  "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutSubscriptionFilter.html";

/** Limits of resources that read logs. */
export const logLimits = {
  aws_cloudwatch_log_subscription_filter: {
    name: textLimit(putFilter, 512, /^[^:*]+$/, "a string without : and *"),
    filterPattern: {
      ...description(putFilter, 1024),
      accepts: isLogFilterPattern,
      expected:
        'a pattern: terms ("Task timed out" in quotes), { $.level = "error" } or [ip, user, status = 5*]',
    },
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
