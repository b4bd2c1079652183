export { type HandlerOutcome, type JavascriptCode, JavascriptEngine } from "./javascript-engine";
export { InvalidCode } from "./module-text";
