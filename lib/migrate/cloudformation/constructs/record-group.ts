import { SourceNode } from "../../source/node";
import { providerResources } from "../provider-resource";
import type { Converter } from "./converter";

/** `AWS::Route53::RecordSetGroup`: records that share their zone. */
export const recordGroupConverter: Converter = ({ name, properties, scope }) => {
  const records = properties.take("RecordSets")?.items ?? [];
  const shared = properties.ignore("Comment").takeRest();
  return records.flatMap((each, index) =>
    providerResources(
      `${name}${index + 1}`,
      "AWS::Route53::RecordSet",
      new SourceNode(new Map([...shared, ...each.entries]), each.place),
      scope,
      each.place,
    ),
  );
};
