import type { IConstruct } from "constructs";
import { stackOf } from "../scope/owner";

/** Notes that a prop changes nothing, because of another one, where defaults may have set either of them. */
export function noteIdleProp(where: IConstruct, prop: string, reason: string): void {
  stackOf(where).app.addNotice(`serverform: ${prop} has no effect, because ${reason}`, where);
}
