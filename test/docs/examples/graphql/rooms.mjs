// #region code
import { util } from "@aws-appsync/utils";

export function onPublish(ctx) {
  return ctx.events.filter((event) => event.payload.text !== "");
}

export function onSubscribe(ctx) {
  if (ctx.info.channel.segments.length !== 2) {
    util.error("Name one room: /rooms/lobby", "BadChannel");
  }
}
// #endregion
