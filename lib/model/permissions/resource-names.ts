import { parseArnOf } from "../../facts/aws/arns";
import { exampleAccount } from "../resources/aws-location";
import type { Model, Resource } from "../resources/model";
import { constructPart, constructPathOf, resourceOfArn } from "./resource-of-arn";

/** The WebSocket API of a connection's ARN. Connections are temporary, so messages and permissions do not name them. */
export function apiOfConnection(model: Model, arn: string): Resource | undefined {
  const resource = parseArnOf("execute-api", arn)?.resource ?? "";
  const [, id] = /^([^/]+)\/[^/]+\/[^/]+\/@connections\//.exec(resource) ?? [];
  return id === undefined ? undefined : model.find("aws_apigatewayv2_api", "id", id);
}

/** A resource in a message: the path of its construct, with the part that is meant; an ARN if the app does not declare it. */
export function nameOfResource(model: Model, arn: string): string {
  const api = apiOfConnection(model, arn);
  if (api !== undefined) return connectionsOf(api);
  const found = resourceOfArn(model, arn);
  if (found === undefined) return withoutExampleAccount(arn);
  const path = constructPathOf(found.resource);
  const part = constructPart(model, found.resource, arn);
  return part === "" ? path : `${path} (${part})`;
}

/** The path of the construct that an ARN names, or whose part it names; an ARN if the app does not declare it. */
export function constructOfArn(model: Model, arn: string): string {
  const resource = apiOfConnection(model, arn) ?? resourceOfArn(model, arn)?.resource;
  return resource === undefined ? withoutExampleAccount(arn) : constructPathOf(resource);
}

export function connectionsOf(api: Resource): string {
  return `the connections of ${constructPathOf(api)}`;
}

/** ARNs as they can be deployed: the account that stands for the unknown one matches any account. */
export function withoutExampleAccount(text: string): string {
  return text.replaceAll(
    new RegExp(`(\\barn:[^:\\s"]*:[^:\\s"]*:[^:\\s"]*:)${exampleAccount}(?=:)`, "g"),
    "$1*",
  );
}
