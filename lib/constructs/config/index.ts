export { Config, type ParameterProps } from "./config";
