import { AssertionError } from "node:assert";
import { find, Match, Template } from "../../lib/testing";

const policy = JSON.stringify({
  Statement: [{ Effect: "Allow", Action: ["sqs:SendMessage", "sqs:GetQueueUrl"] }],
});
const json = {
  resource: {
    aws_sqs_queue: {
      mails: { name: "mails", fifo_queue: true, tags: { team: "a", stage: "dev" }, delay_seconds: 5 },
      jobs: { name: "jobs", policy },
    },
  },
};
const template = Template.fromJson(json);
const queue = "aws_sqs_queue";

describe("Match", () => {
  test.each<[string, object, object]>([
    ["anyValue", { delay_seconds: Match.anyValue() }, { visibility_timeout_seconds: Match.anyValue() }],
    ["absent", { policy: Match.absent(), name: "mails" }, { policy: Match.absent(), name: "jobs" }],
    ["objectLike", { tags: Match.objectLike({ team: "a" }) }, { tags: Match.objectLike({ team: "b" }) }],
    [
      "objectEquals",
      { tags: Match.objectEquals({ team: "a", stage: /^d/ }) },
      { tags: Match.objectEquals({ team: "a" }) },
    ],
    [
      "exact",
      { tags: Match.exact({ team: "a", stage: "dev" }) },
      { tags: Match.exact({ team: "a", stage: /dev/ }) },
    ],
    ["stringLikeRegexp", { name: Match.stringLikeRegexp("^m.+s$") }, { name: Match.stringLikeRegexp("^x") }],
    ["not", { name: Match.not(/^m/) }, { name: Match.not(/s$/) }],
    [
      "serializedJson and arrayWith",
      { policy: Match.serializedJson({ Statement: [{ Action: Match.arrayWith(["sqs:GetQueueUrl"]) }] }) },
      {
        policy: Match.serializedJson({
          Statement: [{ Action: Match.arrayWith(["sqs:GetQueueUrl", "sqs:SendMessage"]) }],
        }),
      },
    ],
    [
      "arrayEquals",
      { policy: Match.serializedJson({ Statement: Match.arrayEquals([{ Effect: "Allow" }]) }) },
      { policy: Match.serializedJson({ Statement: Match.arrayEquals([]) }) },
    ],
    ["serializedJson of a text", { name: "jobs" }, { name: Match.serializedJson({}) }],
  ])("%s", (_, matching, other) => {
    expect(find(json, queue, { ...matching })).toHaveLength(1);
    expect(find(json, queue, { ...other })).toEqual([]);
  });
});

describe("Template", () => {
  test("holds the existing resources", () => {
    template.resourceCountIs(queue, 2);
    template.resourceCountIs("aws_sns_topic", 0);
    template.hasResourceProperties(queue, { name: "mails", tags: { team: "a" } });
    template.resourcePropertiesCountIs(queue, { name: /s$/ }, 2);
    template.allResourcesProperties(queue, { name: Match.anyValue() });
    expect(template.findResources(queue, { fifo_queue: true }).map(({ name }) => name)).toEqual(["mails"]);
  });

  test.each<[string, () => void, RegExp]>([
    ["a count", () => template.resourceCountIs(queue, 1), /There are 2 of aws_sqs_queue, not 1: .*mails/],
    [
      "attributes, with the nearest resource",
      () => template.hasResourceProperties(queue, { name: "mails", tags: { team: "b" }, fifo_queue: false }),
      /nearest of 2 is .*mails:\n {2}tags\.team is 'a', not 'b'\n {2}fifo_queue is true, not false/,
    ],
    ["a type", () => template.hasResourceProperties("aws_sns_topic", {}), /There is no aws_sns_topic/],
    [
      "a type of all",
      () => template.allResourcesProperties("aws_sns_topic", {}),
      /There is no aws_sns_topic/,
    ],
    [
      "all",
      () => template.allResourcesProperties(queue, { name: "jobs" }),
      /mails has other attributes:\n {2}name is 'mails'/,
    ],
    [
      "a count with attributes",
      () => template.resourcePropertiesCountIs(queue, { name: /s$/ }, 1),
      /There are 2 of/,
    ],
  ])("fails for %s", (_, run, message) => {
    expect(run).toThrow(AssertionError);
    expect(run).toThrow(message);
  });
});
