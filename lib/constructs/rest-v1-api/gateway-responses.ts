import { ApiGatewayGatewayResponse } from "@cdktf/provider-aws/lib/api-gateway-gateway-response";
import type { Construct } from "constructs";
import { gatewayFailures } from "../../facts/aws/gateway-failures";
import {
  checkLimit,
  checkLiteral,
  checkObject,
  headerNameLimit,
  type MapOf,
  memberPath,
  moveFrom,
  present,
  propKeys,
  textLimit,
} from "../../kit/core";
import { type CorsAnswers, headerParameters } from "./cors";
import { fail } from "./errors";
import { checkGatewayValue, checkTemplates, escapeAll } from "./routes";

/** The gateway's own response to an error. */
export interface RestV1ApiGatewayResponseProps {
  /** The kind of error, such as `UNAUTHORIZED`; `DEFAULT_4XX` and `DEFAULT_5XX` for all others. */
  readonly type: string;
  /** HTTP status of the response, as a string: `"401"`. @default - the type's own */
  readonly statusCode?: string | undefined;
  /**
   * Headers by name, with values in single quotes: `{ "Retry-After": "'30'" }`. Those of CORS are added.
   *
   * @default - those of CORS
   */
  readonly responseHeaders?: MapOf<string> | undefined;
  /** Body templates by content type. @default - JSON with the message */
  readonly templates?: MapOf<string> | undefined;
}

const keys = propKeys<RestV1ApiGatewayResponseProps>()({
  type: "text",
  statusCode: "text",
  responseHeaders: "textMap",
  templates: "textMap",
});

const types = [...Object.keys(gatewayFailures), "DEFAULT_4XX", "DEFAULT_5XX"].sort();

const statusCodeLimit = textLimit(
  "https://docs.aws.amazon.com/apigateway/latest/api/API_PutGatewayResponse.html",
  3,
  /^[1-5]\d\d$/,
  'a status code as a string, such as "404"',
);

/** The default body of AWS. Without it every plan would show a change. */
const usualTemplates = { "application/json": '{"message":$context.error.messageString}' };

/** The gateway responses of an API: those of the caller, and defaults with CORS headers. */
export class GatewayResponses {
  private readonly given = new Set<string>();
  private readonly ids = new Set<string>();

  constructor(
    private readonly api: Construct,
    private readonly restApiId: string,
    private readonly cors: CorsAnswers | undefined,
  ) {}

  /** Adds a response that the caller defines. */
  add(
    restApi: Construct,
    id: string,
    call: string,
    props: RestV1ApiGatewayResponseProps,
  ): ApiGatewayGatewayResponse {
    const expected = '{ type: "UNAUTHORIZED" }';
    if (this.ids.has(id)) {
      fail(this.api, "id-taken", call, { value: id, kind: "ApiGatewayGatewayResponse" });
    }
    checkObject(this.api, call, props, keys, expected);
    const { type, statusCode, responseHeaders: givenHeaders = {}, templates } = props;
    const responseHeaders = present(givenHeaders);
    checkLiteral(this.api, `${call}.type`, type, types);
    checkLimit(this.api, `${call}.statusCode`, statusCode, statusCodeLimit);
    for (const [name, value] of Object.entries(responseHeaders)) {
      const at = memberPath(`${call}.responseHeaders`, name);
      checkLimit(this.api, at, name, headerNameLimit);
      checkGatewayValue(this.api, at, value);
    }
    checkTemplates(this.api, `${call}.templates`, templates);
    if (this.given.has(type)) fail(this.api, "rest-gateway-response-twice", `${call}.type`, { value: type });
    this.given.add(type);
    this.ids.add(id);
    const headers = Object.entries(responseHeaders).map(([name, value]) => {
      return [`gatewayresponse.header.${name}`, value] as const;
    });
    const written = new Set(Object.keys(responseHeaders).map((name) => name.toLowerCase()));
    const ofCors = Object.entries(this.cors?.errorHeaders ?? {}).filter(
      ([name]) => !written.has(name.toLowerCase()),
    );
    const response = this.create(type, {
      statusCode,
      responseTemplates: escapeAll(present(templates)),
      parameters: {
        ...headerParameters("gatewayresponse.header", Object.fromEntries(ofCors)),
        ...escapeAll(Object.fromEntries(headers)),
      },
    });
    moveFrom(response, restApi, [`GatewayResponse_${id}`]);
    return response;
  }

  /** Creates the defaults, unless the caller has a response of the type. */
  createDefaults(): void {
    if (this.cors === undefined) return;
    const parameters = headerParameters("gatewayresponse.header", this.cors.errorHeaders);
    for (const type of ["DEFAULT_4XX", "DEFAULT_5XX"]) {
      if (this.given.has(type)) continue;
      moveFrom(this.create(type, { parameters }), this.api, [`CorsResponse_${type}`]);
    }
  }

  /**
   * The address carries the type. AWS has one response of a type, so that a response under another address would be removed
   * after the one that replaces it was set, and both would be gone.
   */
  private create(
    responseType: string,
    options: {
      readonly statusCode?: string | undefined;
      readonly parameters: Record<string, string>;
      readonly responseTemplates?: Record<string, string> | undefined;
    },
  ): ApiGatewayGatewayResponse {
    const { statusCode, parameters, responseTemplates } = options;
    return new ApiGatewayGatewayResponse(this.api, `GatewayResponse_${responseType}`, {
      restApiId: this.restApiId,
      responseType,
      statusCode,
      responseTemplates: responseTemplates ?? usualTemplates,
      responseParameters: Object.keys(parameters).length === 0 ? undefined : parameters,
    });
  }
}
