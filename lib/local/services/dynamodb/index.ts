import type { ServiceKind } from "../contract/service";
import { DynamodbTables } from "./dynamodb-tables";

/** The embedded server performs the operations itself; what it cannot do is listed in the README. */
export const dynamodb: ServiceKind<DynamodbTables> = {
  start: async (context) => {
    const resources = await DynamodbTables.start(context);
    return { resources, handle: (request) => resources.handle(request) };
  },
  // The embedded server takes a moment to start.
  isNeeded: (model) => model.ofType("aws_dynamodb_table").length > 0,
  aliases: ["dynamodbstreams"],
  isRouteTarget: true,
};
