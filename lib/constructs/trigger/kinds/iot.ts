import { IotTopicRule } from "@cdktf/provider-aws/lib/iot-topic-rule";
import { formatArn } from "../../../facts/aws/arns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { Stack } from "../../../kit/app";
import { prefixedName } from "../../../kit/app/names/construct-name";
import { propKeys } from "../../../kit/core/checks/check";
import { physicalName } from "../../../kit/core/names/name";
import { quotas } from "../../../kit/core/quotas";
import { waitForAccess } from "../../../kit/core/terraform/depends-on";
import { checkOverride, overlay } from "../../../kit/core/terraform/override";
import { escapeTemplate } from "../../../kit/core/tokens/escape";
import { isUnresolved } from "../../../kit/core/tokens/unresolved";
import { fail } from "../errors";
import { allow } from "../permission";
import type { IotTriggerProps } from "../props";
import { iotSqlProblem } from "./iot-sql";
import type { SourceKind } from "./kind";

const rejected = {
  lambda: "It is the function.",
  sql: "Use the prop sql.",
  enabled: "Use the prop enabled.",
};

/** Source: https://docs.aws.amazon.com/iot/latest/developerguide/lambda-rule-action.html */
export const iotTrigger: SourceKind<IotTriggerProps> = {
  keys: propKeys<IotTriggerProps>()({
    type: true,
    function: true,
    sql: "text",
    enabled: "boolean",
    cdk: "map",
  }),
  waits: false,
  cdkKeys: ["topicRule"],
  plan(trigger, { sql, enabled = true, cdk }) {
    if (sql === undefined) {
      const remedy = "Write the messages: sql: `SELECT * FROM 'devices/+/readings'`.";
      fail(trigger, "prop-required", "sql", { remedy });
    }
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
