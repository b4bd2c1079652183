import { Provided } from "../../core/provided";

/** Classes that can be bound, as the caller writes them. */
export const bindableClasses = new Provided<readonly string[]>("The list of bindable classes");
