import { type GatewayResult, uncachedJson } from "../../node/requests/gateway-event";

/** A response, as the gateway takes it from a function. */
export interface OauthAnswer extends GatewayResult {
  /** Values of headers `set-cookie`. */
  readonly cookies?: readonly string[];
}

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
    return uncachedJson(statusCode, { error, error_description: description }, headers);
  }
}
