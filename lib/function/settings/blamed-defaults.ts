import { isLibraryError, ServerformError } from "../../errors/error";
import type { FunctionProps } from "../props";

/** An error about a prop that only the defaults of the app or the stack have, with the call that set it. */
export function blamedOnDefaults(
  error: unknown,
  where: string,
  merged: FunctionProps,
  given: Partial<FunctionProps>,
): unknown {
  if (!isLibraryError(error) || error.path !== where) return error;
  const [root = ""] = error.prop.split(/[.[]/, 1);
  const has = (props: Partial<FunctionProps>) =>
    (props as Readonly<Record<string, unknown>>)[root] !== undefined;
  if (!has(merged) || has(given)) return error;
  const prop = `setDefaultFunctionProps.${error.prop}`;
  const message = error.message.replace(`${where}: ${error.prop} `, () => `${where}: ${prop} `);
  return new ServerformError(error.code, where, prop, message);
}
