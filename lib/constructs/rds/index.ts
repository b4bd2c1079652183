export type * from "./props";
export { RDS } from "./rds";
