import { chatHandlers } from "./handlers";
import { postThrough } from "./post";
import { tableStore } from "./store";

export const { connect, disconnect, send, unknown } = chatHandlers(
  tableStore(process.env.TABLE_NAME ?? ""),
  postThrough,
);
