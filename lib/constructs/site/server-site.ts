import type { Construct } from "constructs";
import { checkOpen } from "../../app";
import type { BindingEntry, Function } from "../../function";
import { functionRef } from "../../function";
import type { Permissions } from "../../iam/permissions";
import { type ServerSiteParts, SiteBase } from "../../site";
import type { ServerSiteMetadata } from "./library";

/** What sites with a server have in common. */
export abstract class ServerSite extends SiteBase {
  /** The function that runs the server; undefined for a site of files only. */
  readonly serverFunction: Function | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    given: { readonly cdk?: { readonly id?: string | undefined } | undefined },
    create: (site: SiteBase) => ServerSiteParts,
  ) {
    let serverFunction: Function | undefined;
    super(scope, id, given, (site) => {
      const parts = create(site);
      serverFunction = parts.serverFunction;
      return parts;
    });
    this.serverFunction = serverFunction;
  }

  /** Binds constructs to the server. Without a server, it does nothing. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
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
