export type * from "./props";
export { Trigger, type TriggerResources } from "./trigger";
