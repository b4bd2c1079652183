/** A function's response for the gateway. */
export interface OauthAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of headers `set-cookie`. */
  readonly cookies?: readonly string[];
  readonly body: string;
}

/** A JSON response that is not cached. */
export const json = (
  statusCode: number,
  content: object,
  headers: OauthAnswer["headers"] = {},
): OauthAnswer => ({
  statusCode,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(content),
});

/** A redirect that turns a form into a GET. */
export const redirect = (location: string): OauthAnswer => ({
  statusCode: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: "",
});

/**
 * A request that is refused with an error of OAuth.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export class OauthRefusal extends Error {
  constructor(
    readonly error: string,
    readonly description: string,
    readonly statusCode = 400,
    readonly headers: OauthAnswer["headers"] = {},
  ) {
    super(description);
  }

  get answer(): OauthAnswer {
    const { error, description, statusCode, headers } = this;
    return json(statusCode, { error, error_description: description }, headers);
  }
}
