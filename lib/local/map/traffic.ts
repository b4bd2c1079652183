import type { Model } from "../../model/resources/model";
import { text } from "../../model/resources/values";
import type { Fact } from "../history/fact";
import { mapKinds } from "./map-kinds";
import { NodeFinder } from "./node-finder";

/** How often each part of a map was used: requests, invocations, calls and deliveries, by the id of the node. */
export function trafficOf(model: Model, facts: readonly Fact[]): ReadonlyMap<string, number> {
  const resources = model.resources.filter(({ type }) => Object.hasOwn(mapKinds, type));
  const finder = new NodeFinder(model, resources);
  const apis = new Map(resources.map((each) => [text(each.values, "name"), each]));
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const used =
      fact.kind === "request"
        ? [apis.get(fact.api)]
        : fact.kind === "invocation"
          ? [finder.byArn(fact.functionArn)]
          : fact.kind === "delivery"
            ? [finder.byArn(fact.target)]
            : (fact.verdicts ?? []).map(({ resource }) => finder.byArn(resource));
    // A call may need several permissions on one table.
    for (const address of new Set(used.flatMap((each) => each?.address ?? [])))
      counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}
