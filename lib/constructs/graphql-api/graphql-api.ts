import type { Construct } from "constructs";
import { beforeBundling, Stack } from "../../kit/app";
import { type Binding, bindingTarget } from "../../kit/app/binding";
import { type Function, resolveFunction } from "../../kit/function";
import { Api, type ApiMetadata, addSharedRoutes } from "../api";
import { apiPropsOf } from "./check";
import { generateCode } from "./codegen";
import { graphQLApiDescription } from "./library";
import type { GraphQLApiProps } from "./props";

/**
 * A GraphQL server: one function behind GET and POST of one path of an HTTP API.
 *
 * @deprecated Use `Api` with a route of the type `graphql`; it takes further routes beside it and generates schemas.
 *
 * @example
 * new GraphQLApi(stack, "Api", { server: "functions/graphql.handler" });
 */
export class GraphQLApi extends Api {
  /** The function that answers all queries and mutations. */
  readonly serverFunction: Function;
  private readonly codegen: string | undefined;

  constructor(scope: Construct, id: string, props: GraphQLApiProps) {
    super(scope, id, apiPropsOf(scope, id, props));
    const { server, codegen, rootPath = "/", defaults } = props;
    this.codegen = codegen;
    this.serverFunction = resolveFunction(
      { owner: this, scope: this, defaults: defaults?.function, waits: true },
      "Lambda_server",
      "server",
      server,
    );
    this.serverFunction.addEnvironment("GRAPHQL_ENDPOINT", rootPath);
    // Not ANY: the preflight request of a browser would then need the authorizer.
    const keys = [`GET ${rootPath}`, `POST ${rootPath}`];
    this[addSharedRoutes]({ scope: this, id: "server", keys, function: this.serverFunction });
    const { app } = Stack.of(this);
    app.addNotice(
      "serverform: `GraphQLApi` is deprecated; use `Api` with a route of the type `graphql`",
      this,
    );
  }

  override [bindingTarget](): Binding {
    return { ...super[bindingTarget](), className: graphQLApiDescription.className };
  }

  override getConstructMetadata(): ApiMetadata {
    const { type, data } = super.getConstructMetadata();
    return { type, data: { ...data, graphql: true, codegen: this.codegen } };
  }

  [beforeBundling](): void {
    const { app } = Stack.of(this);
    if (this.codegen !== undefined && !app.local) generateCode(this, app, this.codegen);
  }
}
