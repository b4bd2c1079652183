import { flag, type Model, text, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";

/** The style of the sign-in pages for one client. Kept as JSON. */
export interface LoginStyle {
  readonly id: string;
  readonly clientId: string;
  readonly isDefault: boolean;
  readonly settings?: Values | undefined;
  readonly assets?: readonly Values[] | undefined;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The changes of the API to the styles of a pool. Kept as JSON. */
export interface StyleChanges {
  readonly created: readonly LoginStyle[];
  readonly deleted: readonly string[];
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const maxStyles = 20;

/** The styles of a pool: those of the app, and those that the API created. */
export class LoginStyles {
  private declared: readonly LoginStyle[] = [];
  private created: readonly LoginStyle[];
  private readonly deleted: Set<string>;

  constructor({ created, deleted }: StyleChanges = { created: [], deleted: [] }) {
    this.created = created;
    this.deleted = new Set(deleted);
  }

  /** Reads the styles of the app. */
  declare(model: Model, poolId: string): void {
    this.declared = model
      .ofType("aws_cognito_managed_login_branding")
      .filter(({ values }) => text(values, "user_pool_id") === poolId)
      .map(({ address, values }) => ({
        id: text(values, "managed_login_branding_id") ?? address,
        clientId: text(values, "client_id") ?? "",
        isDefault: flag(values, "use_cognito_provided_values") ?? false,
        createdAt: 0,
        modifiedAt: 0,
      }));
  }

  get changes(): StyleChanges {
    return { created: this.created, deleted: [...this.deleted] };
  }

  private get all(): readonly LoginStyle[] {
    return [...this.declared.filter(({ id }) => !this.deleted.has(id)), ...this.created];
  }

  ofClient(clientId: string): LoginStyle | undefined {
    return this.all.find((each) => each.clientId === clientId);
  }

  require(id: string): LoginStyle {
    const style = this.all.find((each) => each.id === id);
    if (style === undefined) throw refusals.noResource(`Managed login branding ${id} does not exist.`);
    return style;
  }

  add(style: LoginStyle): LoginStyle {
    if (this.ofClient(style.clientId) !== undefined)
      throw new ServiceError(
        "ManagedLoginBrandingExistsException",
        `Managed login branding for client ${style.clientId} already exists.`,
      );
    if (this.all.length >= maxStyles)
      throw refusals.limit("The maximum number of managed login branding styles has been reached.");
    this.created = [...this.created, style];
    return style;
  }

  delete(id: string): void {
    this.require(id);
    this.created = this.created.filter((each) => each.id !== id);
    if (this.declared.some((each) => each.id === id)) this.deleted.add(id);
  }
}
