import type { EventModel, FunctionModel } from "../model/application";
import { capitalized } from "../model/names";
import type { Place } from "../model/place";
import { isMap, objectOf, type Value, type ValueMap } from "../model/value";

/** A part of a resource that calls a function: a route, a consumer, a rule. */
export interface Attachment {
  readonly resource: string;
  readonly place: Place;
  /** The prop that accepts it, and the method that adds it later. */
  readonly prop: string;
  readonly method: string | undefined;
  /** Its key in the prop. Undefined for a prop with a single value. */
  readonly key: string | undefined;
  readonly value: Value;
}

/** A construct that exists only for a function. */
export interface CallingConstruct {
  readonly className: "Cron" | "Trigger";
  readonly id: string;
  readonly place: Place;
  readonly props: ValueMap;
}

/** A function reference, or an object that contains it if there are more members. */
const withFunction = (target: Value, props: ValueMap): Value =>
  Object.keys(props).length === 0 ? target : { function: target, ...props };

type Of<Kind extends EventModel["kind"]> = Extract<EventModel, { readonly kind: Kind }>;

type Attach = {
  readonly [Kind in EventModel["kind"]]: (
    event: Of<Kind>,
    target: Value,
    name: string,
  ) => Omit<Attachment, "place"> | Omit<CallingConstruct, "place">;
};

/** A part in a prop of a resource that also has a method to add it later. */
const added = (resource: string, prop: string, key: string | undefined, value: Value) => ({
  resource,
  prop,
  method: `add${capitalized(prop)}`,
  key,
  value,
});

const attach: Attach = {
  http: ({ api, route, props }, target) => added(api, "routes", route, withFunction(target, props)),
  websocket: ({ api, route }, target) => added(api, "routes", route, target),
  queue: ({ source, props }, target) => added(source, "consumer", undefined, withFunction(target, props)),
  stream: ({ source, id, props }, target) => added(source, "consumers", id, withFunction(target, props)),
  topic: ({ source, id, props }, target) => added(source, "subscribers", id, withFunction(target, props)),
  bucket: ({ source, id, props }, target) => added(source, "notifications", id, withFunction(target, props)),
  rule: ({ bus, id, props: { target: options, ...rule } }, target, name) => {
    const called = options === undefined ? target : { function: target, cdk: { target: options } };
    return added(bus, "rules", id, { ...rule, targets: { [name]: called } });
  },
  userPool: ({ source, trigger }, target) => ({
    resource: source,
    prop: "triggers",
    method: undefined,
    key: trigger,
    value: target,
  }),
  schedule: ({ id, props: { job, ...props } }, target) => ({
    className: "Cron",
    id,
    props: { ...props, job: isMap(job) ? { function: target, ...job } : target },
  }),
  trigger: ({ id, props }, target) => ({ className: "Trigger", id, props: { ...props, function: target } }),
};

/** The part of a stack for an event of a function. */
export function attachmentOf(
  event: EventModel,
  { name }: FunctionModel,
  variable: string,
): Attachment | CallingConstruct {
  const made = (
    attach[event.kind] as (event: EventModel, target: Value, name: string) => Attachment | CallingConstruct
  )(event, objectOf(name, event.place), variable);
  return { ...made, place: event.place };
}
