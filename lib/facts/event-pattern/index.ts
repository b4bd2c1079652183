export { patternRefusal } from "./check-text";
export { fillInputTemplate, unknownPlaceholders } from "./input-template";
export { matchesPattern } from "./matches";
