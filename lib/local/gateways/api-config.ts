import {
  block,
  type Model,
  nameOf,
  type Resource,
  requireText,
  text,
  textMap,
  texts,
  type Values,
} from "../../model";
import { parseAccessLogFormat } from "./access-log";

export function readApiFacts({ partition, account }: Model, api: Resource) {
  return { id: requireText(api.values, "id"), name: nameOf(api), partition, region: api.region, account };
}

/** An API of API Gateway, as ARNs and events name it. */
export type ApiFacts = Readonly<ReturnType<typeof readApiFacts>>;

/** Finds the resources of a type that belong to an API. */
export type Own = (type: string) => readonly Values[];

/** @param attribute - with which they name the API: `api_id` */
export function ownOf(model: Model, attribute: string, apiId: string): Own {
  return (type) =>
    model.ofType(type).flatMap(({ values }) => (text(values, attribute) === apiId ? [values] : []));
}

/** Resources of an API by their id, as `read` reads them. */
export function byId<Read>(
  resources: readonly Values[],
  read: (values: Values) => Read,
): ReadonlyMap<string, Read> {
  return new Map(resources.map((values) => [requireText(values, "id"), read(values)]));
}

/** @param attribute - with the variables of the stage */
export function readStageFacts(values: Values, name: string, attribute = "stage_variables") {
  const variables = textMap(values, attribute);
  const format = text(block(values, "access_log_settings") ?? {}, "format");
  return {
    name,
    /** Undefined without any. */
    variables: Object.keys(variables).length === 0 ? undefined : variables,
    logLine: format === undefined ? undefined : parseAccessLogFormat(format),
  };
}

export type StageFacts = Readonly<ReturnType<typeof readStageFacts>>;

/** The authorization of a route: none, permissions of the caller, or an authorizer of the API. */
export type Authorization<Authorizer> =
  | { readonly type: "none" }
  | { readonly type: "iam" }
  /** The JSON names an authorizer that does not exist; every request is refused. */
  | { readonly type: "broken" }
  | (Authorizer & { readonly scopes: readonly string[] });

/** @param attribute - with the type of the authorization */
export function readAuthorization<Authorizer>(
  route: Values,
  attribute: string,
  authorizers: ReadonlyMap<string, Authorizer | undefined>,
): Authorization<Authorizer> {
  const type = text(route, attribute) ?? "NONE";
  if (type === "NONE") return { type: "none" };
  if (type === "AWS_IAM") return { type: "iam" };
  const authorizer = authorizers.get(text(route, "authorizer_id") ?? "");
  if (authorizer === undefined) return { type: "broken" };
  return { ...authorizer, scopes: texts(route, "authorization_scopes") };
}

/** The authorizer of a route in the list of routes. */
export function authorizerName({ type, name }: { readonly type: string; readonly name?: string }): string {
  return name ?? type;
}
