import type { Resource, Values } from "../../../model/resources/model";
import { number, requireText, tagsOf, text } from "../../../model/resources/values";
import { NotHereError, type Operation } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import { listPage } from "../contract/page";
import type { EventBuses, LocalBus } from "./buses";
import { describedRule, describedTarget } from "./described";
import { putEvents } from "./put-events";
import { busName, busOf, defaultBus } from "./rules";
import { testPattern } from "./test-pattern";

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html */
export const eventsOperations = {
  PutEvents: putEvents,

  ListEventBuses: (buses, input) => paged(startingWith(buses.all, input), input, "EventBuses", describedBus),

  DescribeEventBus: (buses, input) => describedBus(requireBus(buses, text(input, "Name"))),

  ListRules: (buses, input) => {
    const { name } = requireBus(buses, text(input, "EventBusName"));
    const rules = buses.rulesOf(name).filter(({ values }) => startsWith(requireText(values, "name"), input));
    return paged(rules, input, "Rules", describedRule);
  },

  DescribeRule: (buses, input) => describedRule(requireRule(buses, input, "Name")),

  ListTargetsByRule: (buses, input) =>
    paged(buses.targetsOf(requireRule(buses, input, "Rule")), input, "Targets", describedTarget),

  ListRuleNamesByTarget: (buses, input) => {
    const { name } = requireBus(buses, text(input, "EventBusName"));
    const arn = text(input, "TargetArn");
    const rules = buses
      .rulesOf(name)
      .filter((rule) => buses.targetsOf(rule).some((target) => text(target, "arn") === arn));
    return paged(rules, input, "RuleNames", ({ values }) => requireText(values, "name"));
  },

  ListTagsForResource: (buses, input) => {
    const arn = text(input, "ResourceARN") ?? "";
    const found = buses.tagged(arn);
    if (found === undefined) {
      throw new NotHereError(
        "ResourceNotFoundException",
        notFoundWords(arn),
        missingResource("events", "rule or event bus", arn),
      );
    }
    return { Tags: Object.entries(tagsOf(found)).map(([Key, Value]) => ({ Key, Value })) };
  },

  TestEventPattern: (_, input) => ({
    Result: testPattern(requireText(input, "EventPattern"), requireText(input, "Event")),
  }),
} satisfies Record<string, Operation<EventBuses, Values, object>>;

const describedBus = ({ name, arn, values }: LocalBus): object => ({
  Name: name,
  Arn: arn,
  Description: text(values, "description"),
  Policy: text(values, "policy"),
});

function requireBus(buses: EventBuses, given = defaultBus): LocalBus {
  const name = busName(given);
  const found = buses.all.find((bus) => bus.name === name);
  if (found !== undefined) return found;
  throw new NotHereError(
    "ResourceNotFoundException",
    `Event bus ${name} does not exist.`,
    missingResource("events", "event bus", name),
  );
}

/** The words of AWS for an ARN of a rule or of a bus: `arn:aws:events:eu-west-1:123456789012:rule/orders/nightly`. */
function notFoundWords(arn: string): string {
  const [kind, ...names] = (arn.split(":")[5] ?? "").split("/");
  const name = names.at(-1) ?? "";
  const bus = names.length > 1 ? names[0] : defaultBus;
  return kind === "rule" ? noRule(name, bus) : `Event bus ${name} does not exist.`;
}

const noRule = (name: string, bus = defaultBus): string => `Rule ${name} does not exist on EventBus ${bus}.`;

function requireRule(buses: EventBuses, input: Values, member: "Name" | "Rule"): Resource {
  const { name: bus } = requireBus(buses, text(input, "EventBusName"));
  const name = text(input, member) ?? "";
  const found = buses
    .rulesOf(bus)
    .find((rule) => busOf(rule) === bus && requireText(rule.values, "name") === name);
  if (found !== undefined) return found;
  throw new NotHereError(
    "ResourceNotFoundException",
    noRule(name, bus),
    missingResource("events", "rule", name),
  );
}

const startsWith = (name: string, input: Values): boolean => name.startsWith(text(input, "NamePrefix") ?? "");

const startingWith = (buses: readonly LocalBus[], input: Values): readonly LocalBus[] =>
  buses.filter(({ name }) => startsWith(name, input));

/** Lists have up to 100 entries a page. */
function paged<Entry>(
  all: readonly Entry[],
  input: Values,
  member: string,
  write: (entry: Entry) => unknown,
): object {
  const [token, limit] = [text(input, "NextToken"), number(input, "Limit")];
  const { entries, next } = listPage(all, { token, limit, most: 100, code: "ValidationException" });
  return { [member]: entries.map(write), NextToken: next };
}
