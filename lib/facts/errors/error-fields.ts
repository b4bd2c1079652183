import { errorFactsOf, errorTextOf, ServerformError, withFacts, withText } from "./error";
import { show } from "./words";

/** An error as a program reads it. */
export interface ErrorFields {
  /** Stable name of the kind of error: `authorizer-unknown`. `serverform explain <code>` has details. */
  readonly code: string;
  /** Path of the construct, or the command: `dev-notes-Main/Api`. */
  readonly path: string;
  /** The prop or option: `routes["GET /admin"].authorizer`. Empty for an error about the whole. */
  readonly prop: string;
  /** The refused value: a short text, a number or a boolean unchanged, anything else as a text that describes it. */
  readonly value?: string | number | boolean;
  /** The mistake, as the rest of a sentence that begins with the prop. */
  readonly problem?: string;
  /** The correction. */
  readonly remedy?: string;
  /** All of this as text. */
  readonly message: string;
}

/** The single errors behind an error, each with its parts. */
export function errorFields(error: ServerformError): readonly ErrorFields[] {
  const { problems } = error;
  return problems.length > 0 ? problems.flatMap(errorFields) : [fieldsOf(error)];
}

/** An error that another process has described. */
export function errorOfFields(fields: ErrorFields): ServerformError {
  const { code, path, prop, message, value, problem, remedy } = fields;
  const error = withFacts(new ServerformError(code, path, prop, message), { value });
  return problem === undefined || remedy === undefined ? error : withText(error, { problem, remedy });
}

function fieldsOf(error: ServerformError): ErrorFields {
  const { code, path, prop, message } = error;
  const { value } = errorFactsOf(error);
  return {
    code,
    path,
    prop,
    ...(value !== undefined && { value: plainValue(value) }),
    ...errorTextOf(error),
    message,
  };
}

/** `show` is for messages: it quotes texts, cuts long ones, and hides secrets and tokens. */
function plainValue(value: unknown): string | number | boolean {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  const shown = show(value);
  return typeof value === "string" && shown === JSON.stringify(value) ? value : shown;
}
