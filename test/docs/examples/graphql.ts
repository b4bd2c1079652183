import { Api, type StackContext } from "serverform";
import { GraphQLApi } from "../../../lib/constructs/graphql-api";

// #region graphql-api
export function OldReviews({ stack }: StackContext) {
  new GraphQLApi(stack, "Api", { server: "functions/notes.get", rootPath: "/graphql" });
}
// #endregion

// #region graphql-route
export function Reviews({ stack }: StackContext) {
  new Api(stack, "Api", {
    routes: { "POST /graphql": { type: "graphql", function: "functions/notes.get" } },
  });
}
// #endregion
