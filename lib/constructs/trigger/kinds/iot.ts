import { IotTopicRule } from "@cdktf/provider-aws/lib/iot-topic-rule";
import { formatArn } from "../../../facts/aws/arns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { prefixedName, Stack } from "../../../kit/app";
import {
  checkOverride,
  escapeTemplate,
  isUnresolved,
  overlay,
  physicalName,
  propKeys,
  quotas,
  requireProp,
  waitForAccess,
} from "../../../kit/core";
import { fail } from "../errors";
import type { IotTriggerProps } from "../props";
import type { SourceKind } from "./kind";
import { allow, triggerKeys } from "./kind";

const rejected = {
  lambda: "It is the function.",
  sql: "Use the prop sql.",
  enabled: "Use the prop enabled.",
};

/** Source: https://docs.aws.amazon.com/iot/latest/developerguide/lambda-rule-action.html */
export const iotTrigger: SourceKind<IotTriggerProps> = {
  keys: propKeys<IotTriggerProps>()({ ...triggerKeys, sql: "text", enabled: "boolean" }),
  waits: false,
  cdkKeys: ["topicRule"],
  plan(trigger, { sql, enabled = true, cdk }) {
    requireProp(trigger, "sql", sql, "Write the messages: sql: `SELECT * FROM 'devices/+/readings'`.");
    const reason = isUnresolved(sql) ? undefined : iotSqlProblem(sql);
    if (reason !== undefined) fail(trigger, "trigger-sql", "sql", { value: sql, reason });
    const override = cdk?.topicRule ?? {};
    checkOverride(trigger, "cdk.topicRule", override, IotTopicRule, { rejected });
    return (fn) => {
      const { partition, region, account } = Stack.of(trigger);
      const config = {
        // IoT takes letters, digits and _ in this name.
        name: physicalName([prefixedName(trigger)], quotas.iotRuleNameLength).replaceAll("-", "_"),
        enabled,
        sql: escapeTemplate(sql),
        sqlVersion: "2016-03-23",
        lambda: [{ functionArn: fn.functionArn }],
      };
      const { name } = { ...config, ...override };
      // A literal ARN: the rule waits for its permission, since messages that come in between would be lost.
      const permission = allow(trigger, fn, {
        principal: servicePrincipal("iot"),
        sourceArn: formatArn({ partition, region, account }, "iot", `rule/${name}`),
        sourceAccount: account,
      });
      const topicRule = new IotTopicRule(trigger, "Rule", overlay(config, override));
      waitForAccess(topicRule, [permission]);
      return { permission, topicRule };
    };
  },
};

/** Topic filters have at most eight levels. Source: https://docs.aws.amazon.com/general/latest/gr/iot-core.html#message-broker-limits */
const topicLimits = { bytes: 256, slashes: 7 };

/**
 * Why IoT would not take a statement; undefined if it is one. The topic is in quotes after the FROM of the outermost SELECT.
 *
 * Source: https://docs.aws.amazon.com/iot/latest/developerguide/iot-sql-from.html
 */
function iotSqlProblem(sql: string): string | undefined {
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
