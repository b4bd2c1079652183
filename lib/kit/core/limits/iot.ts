import { choice, description, type ResourceLimits, textLimit } from "./limit";

const createRule = "https://docs.aws.amazon.com/iot/latest/apireference/API_CreateTopicRule.html";
const versions = "https://docs.aws.amazon.com/iot/latest/developerguide/iot-rule-sql-version.html";

/** Rules about messages of devices. */
export const iotLimits = {
  aws_iot_topic_rule: {
    name: textLimit(createRule, 128, /^\w+$/, "up to 128 letters, digits and _"),
    description: description(createRule, Number.POSITIVE_INFINITY),
    sqlVersion: choice(versions, "2016-03-23", "2015-10-08", "beta"),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
