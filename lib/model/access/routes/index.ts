import type { Model } from "../../resources/model";
import type { RouteFact } from "../facts";
import type * as appSync from "./app-sync";
import { routesOfApis } from "./http";
import { routesOfLoadBalancers, routesOfUrls } from "./others";
import { routesOfRestApis } from "./rest";

type ReadRoutes = (model: Model, problem: (text: string) => void) => readonly RouteFact[];

// AppSync loads the package of GraphQL, which other apps do not have to have.
const loadAppSync = (): typeof appSync => require("./app-sync") as typeof appSync;

const readers: readonly ReadRoutes[] = [
  routesOfApis,
  routesOfRestApis,
  (model, problem) =>
    model.ofType("aws_appsync_graphql_api").length === 0 ? [] : loadAppSync().routesOfGraphql(model, problem),
  (model) => (model.ofType("aws_appsync_api").length === 0 ? [] : loadAppSync().routesOfEvents(model)),
  routesOfUrls,
  routesOfLoadBalancers,
];

/** All routes of a model, kind by kind. Receives a sentence for each part that cannot be read. */
export function routesOf(model: Model, problem: (text: string) => void): readonly RouteFact[] {
  return readers.flatMap((read) => read(model, problem));
}
