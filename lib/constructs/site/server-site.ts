import type { Construct } from "constructs";
import { checkOpen } from "../../kit/app";
import { type BindingEntry, checkBindings, type Function, functionRef } from "../../kit/function";
import type { Permissions } from "../../kit/iam";
import { type ServerSiteParts, SiteBase } from "../../kit/site";
import type { ServerSiteMetadata } from "./library";

/** The common part of sites with a server. */
export abstract class ServerSite extends SiteBase {
  /** The function that runs the server; undefined for a site of files only. */
  readonly serverFunction: Function | undefined;
  private readonly startEnvironment: ServerSiteParts["startEnvironment"];

  protected constructor(
    scope: Construct,
    id: string,
    props: { readonly cdk?: { readonly id?: string | undefined } | undefined },
    create: (site: SiteBase) => ServerSiteParts,
  ) {
    let made: ServerSiteParts | undefined;
    super(scope, id, props, (site) => {
      made = create(site);
      return made;
    });
    this.serverFunction = made?.serverFunction;
    this.startEnvironment = made?.startEnvironment;
  }

  /** Binds constructs to the server. Without a server, it does nothing. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    if (this.startEnvironment !== undefined) checkBindings(this, "bind", constructs);
    this.startEnvironment?.bind(constructs);
    this.serverFunction?.bind(constructs);
  }

  /** Gives the server more permissions. Without a server, it does nothing. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.serverFunction?.attachPermissions(permissions);
  }

  protected serverMetadataOf<Type extends string>(type: Type): ServerSiteMetadata<Type> {
    const { data } = this.metadataOf(type);
    return { type, data: { ...data, server: functionRef(this.serverFunction) } };
  }
}
