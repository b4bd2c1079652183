export { Cron } from "./cron";
export type { CronJobProps, CronProps, CronScheduleOverride } from "./props";
