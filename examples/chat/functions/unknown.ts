import { unknownHandler } from "./handlers";
import { postThrough } from "./post";

export const handler = unknownHandler(postThrough);
