export { patternRefusal } from "./check-text";
export { fillInputTemplate, isTargetInput, unknownPlaceholders } from "./input-template";
export { matchesPattern } from "./matches";
