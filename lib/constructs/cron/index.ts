export { Cron } from "./cron";
export type * from "./props";
