import type { ServiceKind } from "../contract/service";
import { DynamodbTables } from "./dynamodb-tables";

/** An embedded package performs the operations; what it cannot do is listed in the README. */
export const dynamodb: ServiceKind<DynamodbTables> = {
  start: async (context) => {
    const resources = await DynamodbTables.start(context);
    return { resources, handle: (request) => resources.handle(request) };
  },
  aliases: ["dynamodbstreams"],
  isRouteTarget: true,
};
