import * as path from "node:path";
import { isFile } from "../../../bundle";
import { Stack } from "../../../kit/app";
import { checkKeys, propKeys } from "../../../kit/core";
import { routeKeys } from "../../../kit/gateway";
import { fail } from "../errors";
import { functionTarget, planRouteFunction } from "./function";
import type { ApiRouteKind } from "./kind";
import type { ApiGraphQLRouteProps } from "./props";

const schemagenKeys = propKeys<NonNullable<ApiGraphQLRouteProps["schemagen"]>>()({
  schema: "text",
  output: "text",
  commands: "knownTexts",
  internalPackages: "knownTexts",
});

export const graphqlRoute: ApiRouteKind<ApiGraphQLRouteProps> = {
  keys: propKeys<ApiGraphQLRouteProps>()({ ...routeKeys, function: true, schemagen: "map" }),
  plan(declaration, { function: reference, schemagen }) {
    const { api, prop, key } = declaration;
    checkKeys(api, `${prop}.schemagen`, schemagen ?? {}, schemagenKeys);
    const [other] = Object.keys(schemagen ?? {});
    if (other !== undefined && schemagen?.schema === undefined)
      fail(api, "prop-needs", `${prop}.schemagen.${other}`, { needs: `${prop}.schemagen.schema` });
    if (schemagen?.schema !== undefined) {
      const absolute = path.resolve(Stack.of(api).app.appPath, schemagen.schema);
      if (!isFile(absolute))
        fail(api, "file-not-found", `${prop}.schemagen.schema`, { value: schemagen.schema, absolute });
    }
    const planned = planRouteFunction(declaration, reference);
    return () => {
      const fn = planned.create();
      fn.addEnvironment("GRAPHQL_ENDPOINT", key.route?.path ?? "/");
      return { ...functionTarget(fn, "2.0"), metadataType: "graphql", metadata: { ...schemagen } };
    };
  },
};
