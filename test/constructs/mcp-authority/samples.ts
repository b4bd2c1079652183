import { Api, McpAuthority, type Stack, Userbase } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

const propsIn = (stack: Stack) => ({
  api: new Api(stack, "Api"),
  // Domains are unique in a region.
  userbase: new Userbase(stack, "Users", { domain: `${stack.node.id.toLowerCase()}-sign-in` }),
  servers: { "/mcp": { function: sampleHandler, scopes: ["notes/read"] } },
});

export const samples: ConstructSamples = {
  McpAuthority: {
    make: (stack) => new McpAuthority(stack, sampleId, propsIn(stack)),
    // The function that answers for the authority.
    type: "aws_lambda_function",
    value: /./,
  },
};

export const inputs: ConstructInputs = {
  McpAuthority: {
    props: "McpAuthorityProps",
    create: McpAuthority,
    valid: (stack) => ({
      ...propsIn(stack),
      clientDocuments: { hosts: ["app.example.com"] },
      registration: { redirectHosts: ["app.example.com"], maxClients: 10, maxPerSource: 5 },
      cdk: { table: { tags: { team: "red" } }, userPoolClient: { accessTokenValidity: 2 } },
    }),
  },
};
