// #region code
import { util } from "@aws-appsync/utils";
import * as ddb from "@aws-appsync/utils/dynamodb";

export const onPublish = {
  request(ctx) {
    const [event] = ctx.events;
    return ddb.put({ key: { id: util.autoId() }, item: event.payload });
  },
  response(ctx) {
    return ctx.events;
  },
};
// #endregion
