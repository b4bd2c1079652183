/** Topic filters have at most eight levels. Source: https://docs.aws.amazon.com/general/latest/gr/iot-core.html#message-broker-limits */
const topicLimits = { bytes: 256, slashes: 7 };

/**
 * Why IoT would not take a statement; undefined if it is one. The topic is in quotes after the FROM of the outermost SELECT.
 *
 * Source: https://docs.aws.amazon.com/iot/latest/developerguide/iot-sql-from.html
 */
export function iotSqlProblem(sql: string): string | undefined {
  const topics: string[] = [];
  const plain = sql.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => {
    topics.push(single ?? double ?? "");
    return ` text${topics.length - 1} `;
  });
  if (/['"]/.test(plain)) return "has a quote that nothing closes";
  const outer = withoutParentheses(plain);
  if (/[()]/.test(outer)) return "has a parenthesis without its other one";
  if (!/^\s*select\s[\s\S]*\sfrom\s/i.test(outer)) return "is not a SELECT of IoT";
  const [, index] = /\sfrom\s+text(\d+)(?=\s|$)/i.exec(outer) ?? [];
  if (index === undefined) return "has no topic in quotes after FROM";
  return topicProblem(topics[Number(index)] ?? "");
}

/** Arguments and nested statements left out, from the inside. */
function withoutParentheses(text: string): string {
  const next = text.replace(/\([^()]*\)/g, " ");
  return next === text ? text : withoutParentheses(next);
}

function topicProblem(topic: string): string | undefined {
  const levels = topic.split("/");
  if (topic === "" || Buffer.byteLength(topic) > topicLimits.bytes || levels.length - 1 > topicLimits.slashes)
    return `has a topic that is not of 1 to ${topicLimits.bytes} bytes with at most ${topicLimits.slashes} slashes`;
  if (levels.some((level) => /[+#]/.test(level) && level.length > 1))
    return "has a topic in which + or # is only a part of a level";
  return levels.slice(0, -1).includes("#") ? "has a topic that continues after #" : undefined;
}
