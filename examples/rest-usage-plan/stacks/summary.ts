import type { RestV1Api } from "serverform";

/*
 * The function sees no HTTP: mapping templates make its event and the answer, so that jobs can invoke it as well.
 *
 * `escapeJavaScript` also escapes single quotes, which JSON does not know.
 */
const event = String.raw`{
  "id": "$util.escapeJavaScript($input.params('id')).replaceAll("\\'", "'")",
  "unit": "#if($input.params('unit') == 'fahrenheit')fahrenheit#{else}celsius#end"
}`;
const found = `#set($summary = $input.path('$'))
{"station":$input.json('$.place'),"now":"$summary.degrees $summary.unit"}`;
const missing = `{"message":$input.json('$.errorMessage')}`;

/** `GET /stations/{id}/summary`: what everyone may see of a station. */
export function addSummary(api: RestV1Api, origin: string): void {
  const allowOrigin = { "method.response.header.Access-Control-Allow-Origin": `'${origin}'` };
  const ofStation = { "method.response.header.X-Station": "integration.response.body.id" };
  const cached = { "method.response.header.Cache-Control": "'max-age=60'" };
  const headers = (parameters: object) =>
    Object.fromEntries(Object.keys(parameters).map((name) => [name, true]));
  api.addRoutes(api, {
    "GET /stations/{id}/summary": {
      function: "functions/summary.handler",
      cdk: {
        method: {
          methodResponses: [
            { statusCode: "200", responseParameters: headers({ ...allowOrigin, ...ofStation, ...cached }) },
            { statusCode: "404", responseParameters: headers(allowOrigin) },
          ],
        },
        integration: {
          proxy: false,
          requestTemplates: { "application/json": event },
          // Another type of body has no template: it gets 415, in place of a function that cannot read it.
          passthroughBehavior: "NEVER",
          integrationResponses: [
            {
              statusCode: "200",
              responseParameters: { ...allowOrigin, ...ofStation, ...cached },
              responseTemplates: { "application/json": found },
            },
            {
              statusCode: "404",
              // The error that the function throws; clients do not need to know about others.
              selectionPattern: "No such station: .*",
              responseParameters: allowOrigin,
              responseTemplates: { "application/json": missing },
            },
          ],
        },
      },
    },
  });
}
