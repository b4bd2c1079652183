import type { Model, Resource, Values } from "../../../../lib/model";

/** A model of these resources: `{ "aws_apigatewayv2_api.Api": { ... } }`. */
export function modelOf(declared: Readonly<Record<string, Values>>): Model {
  const resources = Object.entries(declared).map(([id, values]): Resource => {
    const [type = "", name = ""] = id.split(".");
    const address = `dev-app-Main/${id}`;
    return {
      address,
      type,
      name,
      stack: "dev-app-Main",
      region: "eu-west-1",
      folder: "/nowhere",
      constructPath: undefined,
      values: { id: name, ...values },
    };
  });
  return {
    region: "eu-west-1",
    account: "123456789012",
    partition: "aws",
    resources,
    ofType: (type) => resources.filter((each) => each.type === type),
    find: (type, attribute, value) =>
      resources.find((each) => each.type === type && each.values[attribute] === value),
  };
}
