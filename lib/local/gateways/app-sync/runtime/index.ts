export { type HandlerCode, type HandlerOutcome, readHandlerCode } from "./javascript-engine";
export { InvalidCode } from "./module-text";
