export { Cron } from "./cron";
export type { CronJobProps, CronProps } from "./props";
