import type { Model, Resource, Values } from "../../../lib/model";

/** A model of resources as a test writes them: attributes by type and name. */
export function testModel(declared: Readonly<Record<string, Readonly<Record<string, Values>>>>): Model {
  const resources = Object.entries(declared).flatMap(([type, named]) =>
    Object.entries(named).map(
      ([name, values]): Resource => ({
        address: `Main/${type}.${name}`,
        type,
        name,
        stack: "Main",
        region: "us-east-1",
        folder: "/nowhere",
        constructPath: `Main/${name}`,
        values,
      }),
    ),
  );
  return {
    region: "us-east-1",
    account: "123456789012",
    partition: "aws",
    resources,
    ofType: (type) => resources.filter((each) => each.type === type),
    find: (type, attribute, value) =>
      resources.find((each) => each.type === type && each.values[attribute] === value),
  };
}
