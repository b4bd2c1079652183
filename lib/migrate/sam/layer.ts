import { toValue } from "../cloudformation/intrinsics";
import type { TemplateScope } from "../cloudformation/scope";
import type { ResourceModel } from "../model/application";
import { isList } from "../model/value";
import type { Fields } from "../source/node";

/** `AWS::Serverless::LayerVersion` */
export function layerOf(name: string, fields: Fields, scope: TemplateScope): ResourceModel {
  const value = (key: string) => toValue(fields.take(key), scope);
  const folder = value("ContentUri");
  const runtimes = value("CompatibleRuntimes");
  const props = {
    code: typeof folder === "string" ? folder.replace(/^\.\//, "").replace(/(.)\/$/, "$1") : folder,
    compatibleRuntimes: isList(runtimes) ? runtimes : undefined,
    description: value("Description"),
    license: value("LicenseInfo"),
    layerName: value("LayerName"),
  };
  fields.ignore("RetentionPolicy", "CompatibleArchitectures").finish();
  return {
    name,
    place: fields.place,
    className: "Layer",
    from: "serverform",
    props,
    attributes: (attribute) =>
      attribute === "" || attribute === "LayerVersionArn" ? ".layerVersionArn" : undefined,
  };
}
