import { resourceTypes } from "../../facts/aws/resource-types";
import { type Model, text } from "../../model";
import { type Fact, type Outcome, outcomeOf, worstOf } from "../history/fact";
import { appMap, NodeFinder } from "./app-map";

/** The use of a part of a map. */
export interface NodeTraffic {
  /** Requests, invocations, calls and deliveries. */
  readonly count: number;
  readonly failed: number;
  /** The worst of them. */
  readonly outcome: Outcome;
}

/** The use of the parts of a map, by their ids. */
export type Traffic = Readonly<Record<string, NodeTraffic>>;

const minuteMs = 60_000;

/** The map of an app with the traffic of the last minute. */
export function mapWithTraffic(model: Model, facts: readonly Fact[]) {
  const begin = Date.now() - minuteMs;
  return {
    map: appMap(model),
    traffic: trafficOf(
      model,
      facts.filter(({ at }) => at > begin),
    ),
  };
}

function trafficOf(model: Model, facts: readonly Fact[]): Traffic {
  const resources = model.resources.filter(({ type }) => resourceTypes[type]?.mapKind !== undefined);
  const finder = new NodeFinder(model, resources);
  const apis = new Map(
    resources.flatMap((each) => [text(each.values, "name"), each.address].map((name) => [name, each])),
  );
  const traffic: Record<string, NodeTraffic> = Object.create(null);
  for (const fact of facts) {
    const used =
      fact.kind === "request"
        ? [apis.get(fact.apiAddress ?? fact.api)]
        : fact.kind === "invocation"
          ? [finder.byArn(fact.functionArn)]
          : fact.kind === "delivery"
            ? [finder.byArn(fact.target)]
            : (fact.verdicts ?? []).map(({ resource }) => finder.byArn(resource));
    // A call may need several permissions for one table.
    for (const address of new Set(used.flatMap((each) => each?.address ?? [])))
      traffic[address] = added(traffic[address], outcomeOf(fact));
  }
  return traffic;
}

function added(known: NodeTraffic | undefined, outcome: Outcome): NodeTraffic {
  const { count = 0, failed = 0, outcome: before = "fine" } = known ?? {};
  return {
    count: count + 1,
    failed: failed + (outcome === "failed" ? 1 : 0),
    outcome: worstOf([before, outcome]),
  };
}
