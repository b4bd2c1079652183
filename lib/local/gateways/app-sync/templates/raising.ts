import { ResolverError, UnauthorizedSignal } from "../utilities/signals";

/** Hands what functions throw on, before the engine changes it. */
export function raising<Functions extends object>(
  functions: Functions,
  raise: (error: Error) => never,
): Functions {
  const wrapped = Object.entries(functions).map(([name, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return [name, raising(value, raise)];
    if (typeof value !== "function") return [name, value];
    const call = (...args: unknown[]): unknown => {
      try {
        return (value as (...given: unknown[]) => unknown)(...args);
      } catch (error) {
        if (error instanceof ResolverError || error instanceof UnauthorizedSignal) return raise(error);
        return raise(new ResolverError((error as Error).message, "MappingTemplate"));
      }
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as Functions;
}
