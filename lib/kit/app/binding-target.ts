/** The method with which a construct describes its binding. */
export const bindingTarget: unique symbol = Symbol.for("serverform.bindingTarget");
