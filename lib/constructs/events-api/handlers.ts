import type { AppsyncChannelNamespaceHandlerConfigsOnPublish } from "@cdktf/provider-aws/lib/appsync-channel-namespace";
import type * as acorn from "acorn";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, isProviderObject, propKeys, refuseValue } from "../../kit/core";
import { isFunction } from "../../kit/function";
import { type AppSyncApiMapping, type DataSourcePlanner, parseJavascript } from "../app-sync-api";
import { fail } from "./errors";
import type { EventsApiHandlerProps, EventsApiNamespace } from "./props";

/** The handlers that a namespace may have. */
export const handlerNames = ["onPublish", "onSubscribe"] as const;
export type HandlerName = (typeof handlerNames)[number];

/** A namespace whose handlers are to be checked. */
export interface HandlersPlace {
  readonly api: Construct;
  readonly prop: string;
  readonly namespace: string;
  readonly planner: DataSourcePlanner;
}

/** A handler that calls a data source, checked. Both handlers have the same config. */
export interface PlannedHandler {
  /** Key of the data source. */
  readonly dataSource: string;
  config(dataSourceName: string): AppsyncChannelNamespaceHandlerConfigsOnPublish;
}

/** The handlers of a namespace, checked. */
export interface PlannedHandlers {
  readonly code: string | undefined;
  readonly handlers: Readonly<Partial<Record<HandlerName, PlannedHandler>>>;
}

/** The kind of an export of the code: an object with `request` and `response`, a function, or something not known here. */
type Shape = "object" | "function" | "other";
type Shapes = Readonly<Partial<Record<HandlerName, Shape>>>;

const invokeTypes = { request_response: "REQUEST_RESPONSE", event: "EVENT" } as const;

const handlerKeys = propKeys<EventsApiHandlerProps>()({
  dataSource: "text",
  function: true,
  invocation: Object.keys(invokeTypes),
});

/** Key of a handler among the functions of the API: `chat onPublish`. */
export function handlerKey(namespace: string, name: HandlerName): string {
  return `${namespace} ${name}`;
}

/** Ids of the children of a handler with a function of its own. */
export function handlerIds(
  namespace: string,
  name: HandlerName,
): { readonly id: string; readonly functionId: string } {
  return {
    id: `DataSource_LambdaDS_${namespace}_${name}`,
    functionId: `Lambda_${namespace}_${name}`,
  };
}

/** Refuses handlers that cannot work; creates nothing. */
export function planHandlers(place: HandlersPlace, props: EventsApiNamespace): PlannedHandlers {
  const { code, shapes } = parseCode(place, props.code);
  const onPublish = planHandler(place, "onPublish", props.onPublish, shapes.onPublish);
  const onSubscribe = planHandler(place, "onSubscribe", props.onSubscribe, shapes.onSubscribe);
  return { code, handlers: { ...(onPublish && { onPublish }), ...(onSubscribe && { onSubscribe }) } };
}

function parseCode(
  { api, prop }: HandlersPlace,
  given: AppSyncApiMapping | undefined,
): { readonly code: string | undefined; readonly shapes: Shapes } {
  if (given === undefined) return { code: undefined, shapes: {} };
  let shapes: Shapes = {};
  const code = parseJavascript(api, `${prop}.code`, given, (names, program) => {
    shapes = Object.fromEntries(
      handlerNames.filter((name) => names.includes(name)).map((name) => [name, shapeOf(program, name)]),
    );
    return [];
  });
  if (Object.keys(shapes).length === 0) {
    const at = isPlainObject(given) && "file" in given ? "file" : "inline";
    fail(api, "events-code-handlers", `${prop}.code.${at}`, {});
  }
  return { code, shapes };
}

function shapeOf({ body }: acorn.Program, name: HandlerName): Shape {
  for (const node of body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    const { declaration } = node;
    if (declaration?.type === "FunctionDeclaration" && declaration.id.name === name) return "function";
    if (declaration?.type !== "VariableDeclaration") continue;
    const found = declaration.declarations.find(({ id }) => id.type === "Identifier" && id.name === name);
    const type = found?.init?.type;
    if (type === "ObjectExpression") return "object";
    if (type === "ArrowFunctionExpression" || type === "FunctionExpression") return "function";
  }
  return "other";
}

function planHandler(
  place: HandlersPlace,
  name: HandlerName,
  given: unknown,
  shape: Shape | undefined,
): PlannedHandler | undefined {
  const { api } = place;
  const prop = `${place.prop}.${name}`;
  if (given === undefined) {
    if (shape === "object") {
      fail(api, "events-handler-shape", `${place.prop}.code`, { name, isObject: true });
    }
    return undefined;
  }
  const props = fullForm(place, prop, given);
  checkKeys(api, prop, props, handlerKeys);
  const { invocation } = props;
  if (shape === "function") {
    fail(api, "events-handler-shape", `${place.prop}.code`, { name, isObject: false });
  }
  const dataSource = findDataSource(place, name, props, props === given ? `${prop}.function` : prop);
  const type = place.planner.find(dataSource)?.type ?? "function";
  if (shape !== undefined) {
    if (invocation !== undefined) fail(api, "events-handler-invocation", `${prop}.invocation`, { name });
    return {
      dataSource,
      config: (dataSourceName) => ({ behavior: "CODE", integration: [{ dataSourceName }] }),
    };
  }
  if (type !== "function") fail(api, "events-handler-code", prop, { name, type });
  const invokeType = invokeTypes[invocation ?? "request_response"];
  return {
    dataSource,
    config: (dataSourceName) => ({
      behavior: "DIRECT",
      integration: [{ dataSourceName, lambdaConfig: [{ invokeType }] }],
    }),
  };
}

/** A key of a data source or a function in the form of an object. */
function fullForm({ api, planner }: HandlersPlace, prop: string, given: unknown): EventsApiHandlerProps {
  if (typeof given === "string") {
    if (planner.has(given)) return { dataSource: given };
    if (given.includes(".")) return { function: given };
    return fail(api, "events-handler-reference", prop, { value: given, known: planner.keys });
  }
  if (isFunction(given) || isProviderObject(given)) return { function: given as never };
  if (isPlainObject(given)) return "handler" in given ? { function: given as never } : given;
  const expected = "the key of a data source, a function, or an object: { function, invocation }";
  return refuseValue(api, prop, given, expected);
}

/** The key of the data source, which is made for a function. */
function findDataSource(
  { api, prop, namespace, planner }: HandlersPlace,
  name: HandlerName,
  props: EventsApiHandlerProps,
  functionProp: string,
): string {
  const given = (["dataSource", "function"] as const).filter((key) => props[key] !== undefined);
  if (given.length !== 1) fail(api, "events-handler-target", `${prop}.${name}`, { given });
  const { dataSource: value } = props;
  if (value !== undefined) {
    if (!planner.has(value)) {
      fail(api, "events-data-source-unknown", `${prop}.${name}.dataSource`, { value, known: planner.keys });
    }
    return value;
  }
  const key = handlerKey(namespace, name);
  planner.add({
    key,
    ...handlerIds(namespace, name),
    name: `LambdaDS_${namespace.replaceAll("-", "_")}_${name}`,
    prop: functionProp,
    props: props.function,
  });
  return key;
}
