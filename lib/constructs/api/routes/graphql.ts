import * as fs from "node:fs";
import * as path from "node:path";
import { Stack } from "../../../app";
import { checkKeys } from "../../../core/check";
import { fail } from "../errors";
import { libraryFunction, routeFunction } from "./function";
import type { RouteKind } from "./kind";
import type { ApiGraphQLRouteProps } from "./props";

export const graphqlRoute: RouteKind<ApiGraphQLRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "function", "schemagen"],
  target(place, props) {
    const { api, key, prop } = place;
    const { schemagen } = props;
    checkKeys(api, `${prop}.schemagen`, schemagen ?? {}, [
      "schema",
      "output",
      "commands",
      "internalPackages",
    ]);
    if (schemagen?.schema !== undefined) {
      const absolute = path.resolve(Stack.of(api).app.appPath, schemagen.schema);
      if (!fs.existsSync(absolute))
        fail(api, "file-not-found", `${prop}.schemagen.schema`, { value: schemagen.schema, absolute });
    }
    const fn = routeFunction(place, props.function);
    fn.addEnvironment("GRAPHQL_ENDPOINT", key.route?.path ?? "/");
    return { ...libraryFunction(fn, "2.0"), metadataType: "graphql", metadata: { ...schemagen } };
  },
};
