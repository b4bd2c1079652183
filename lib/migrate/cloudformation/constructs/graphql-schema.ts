import { Call, type Value } from "../../model/value";
import { type Converter, leaveProperty, referredName, valueOf } from "./converter";

/** `AWS::AppSync::GraphQLSchema`, which is a prop of the API in the provider. */
export const schemaConverter: Converter = (source) => {
  const { properties, place } = source;
  const target = referredName(valueOf(source, "ApiId"));
  const file = valueOf(source, "DefinitionS3Location");
  const schema = valueOf(source, "Definition") ?? (typeof file === "string" ? fileText(file) : undefined);
  properties.finish();
  if (target !== undefined && schema !== undefined)
    return [{ target, place, method: "addOverride", args: ["schema", schema] }];
  leaveProperty(source, "Definition", place);
  return [];
};

/** The text of a file of the application, which the packaging of SAM uploads. */
const fileText = (path: string): Value =>
  path.startsWith("s3:")
    ? undefined
    : new Call("readFileSync", [path, "utf8"], [{ name: "readFileSync", from: "node:fs" }]);
