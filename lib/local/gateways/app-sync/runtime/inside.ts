import { type PureFacts, pureUtil } from "../utilities/pure-util";
import { dynamodbModule } from "./modules/dynamodb";

/** The error of a utility that ends the request. */
export { ResolverError } from "../utilities/signals";

/**
 * The utilities that run in the handlers' world, without a change of threads. Nothing here may use Node: this module is bundled
 * into the text of the world.
 */
export const createModules = (facts: PureFacts): Readonly<Record<string, object>> => ({
  "@aws-appsync/utils": { util: pureUtil(facts) },
  "@aws-appsync/utils/dynamodb": dynamodbModule,
});
