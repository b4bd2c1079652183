import type { ResourceModel } from "../../model/application";
import type { Place } from "../../model/place";
import { attributeOf, code, compact, isMap, type Value } from "../../model/value";
import { provided } from "./converter";

/** The limits and the keys of a REST API. */
interface UsagePlan {
  /** The API. */
  readonly api: string;
  readonly place: Place;
  readonly throttle: Value;
  readonly quota: Value;
  /** Names and values of keys. */
  readonly keys: readonly Value[];
}

/** A usage plan of the provider for the stage of an API, with its keys. */
export function usagePlan({ api, place, throttle, quota, keys }: UsagePlan): readonly ResourceModel[] {
  const name = `${api}UsagePlan`;
  const plan = provided({ name, place }, "api-gateway-usage-plan", {
    name: code(`stack.app.logicalPrefixedName(${JSON.stringify(name)})`),
    apiStages: [{ apiId: attributeOf(api, "", place), stage: attributeOf(api, "Stage", place) }],
    throttleSettings: throttle,
    quotaSettings: quota,
  });
  return [
    plan,
    ...keys.flatMap((key, index) => {
      const own = { name: `${api}Key${index + 1}`, place };
      const given = isMap(key) ? key : { name: key };
      return [
        provided(own, "api-gateway-api-key", compact(given) ?? {}),
        provided({ name: `${name}Key${index + 1}`, place }, "api-gateway-usage-plan-key", {
          keyId: attributeOf(own.name, "", place),
          keyType: "API_KEY",
          usagePlanId: attributeOf(name, "", place),
        }),
      ];
    }),
  ];
}
