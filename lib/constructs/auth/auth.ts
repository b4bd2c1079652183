import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { Construct } from "constructs";
import { parameterName } from "../../facts/bindings";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingEnvironment,
  bindingTarget,
  checkOpen,
  checkScope,
  claimId,
  constructId,
  createBinding,
  fetchFromSsm,
  finish,
  parameterArn,
  Stack,
  takeBoundName,
} from "../../kit/app";
import { isPlainObject, withoutUndefined } from "../../kit/core";
import {
  type AddedProps,
  createInvocation,
  createPackagedFunction,
  type Function,
  inheritProps,
  isFunction,
} from "../../kit/function";
import { jsonTemplate } from "../../kit/iam";
import { addSharedRoutes, functionDefaults } from "../api";
import { type AuthMetadata, authDescription } from "./library";
import { noteAttached, parseAttach, parseAuthProps, takeAuthenticator } from "./parse";
import type { AuthAttachProps, AuthProps } from "./props";

/**
 * Sign-in through OAuth and OIDC providers or links that you send, without a user directory.
 *
 * Creates a pair of keys in SSM. `attach` adds the routes of the sign-in to an API. The authenticator signs sessions with
 * the private key; all functions of the API read them with the public key.
 *
 * @example
 * const auth = new Auth(stack, "Auth", { authenticator: "functions/auth.handler" });
 * auth.attach(stack, { api });
 */
export class Auth extends Construct {
  readonly id: string;
  /** The function that signs in. */
  readonly authenticator: Function;
  private prefix: string | undefined;
  /** The props of the authenticator; undefined where it is a function of another declaration. */
  private readonly declared: AddedProps | undefined;

  constructor(scope: Construct, id: string, props: AuthProps) {
    super(scope, constructId(scope, id, props, '{ authenticator: "functions/auth.handler" }'));
    this.id = claimId(this);
    const planned = collectProblems(() => parseAuthProps(this, withoutUndefined(props)));
    this.authenticator = planned.create();
    this.declared = declaredProps(props.authenticator);
    takeAuthenticator(this, this.authenticator);
    createKeys(this, this[bindingTarget]());
  }

  /**
   * Adds the routes of the sign-in to an API: `GET <prefix>` and `ANY <prefix>/{proxy+}`. They need no authorizer.
   *
   * All functions of the API, including those of routes added later, can read sessions. The authenticator gets what
   * `defaults.function` of the API adds to each function: environment, bind, permissions and layers. A `Function` that you pass
   * as the authenticator keeps its own.
   *
   * @param scope - where the routes are created
   */
  attach(scope: Construct, props: AuthAttachProps): void {
    checkOpen(this, "attach", props);
    checkScope(this, "attach(scope)", scope);
    const { api, prefix } = parseAttach(this, props, this.prefix);
    const keys = [`ANY ${prefix}/{proxy+}`, `GET ${prefix}`];
    api[addSharedRoutes]({ scope, id: "auth", keys, function: this.authenticator, authorizer: "none" });
    noteAttached(this, api);
    const defaults = api[functionDefaults];
    if (this.declared !== undefined && defaults !== undefined) {
      inheritProps(this.authenticator, this.declared, defaults);
    }
    if (this.prefix === undefined) this.giveKeys(prefix);
    api.bind([this]);
  }

  /** Tells the authenticator its path and the private key. The public key comes with the API, as for all its functions. */
  private giveKeys(prefix: string): void {
    this.prefix = prefix;
    const binding = this[bindingTarget]();
    const name = takeBoundName(this.authenticator, "attach", this, binding);
    const variables = { prefix, privateKey: fetchFromSsm } as const;
    const environment = bindingEnvironment({ ...binding, variables }, name, this.authenticator);
    for (const [key, value] of Object.entries(environment)) {
      this.authenticator.addEnvironment(key, value);
    }
    this.authenticator.attachPermissions([
      {
        actions: ["ssm:GetParameters"],
        resources: [parameterArn(this, parameterName(Stack.of(this).app, binding, "privateKey"))],
      },
    ]);
    const parameter = parameterName(Stack.of(this).app, binding, "prefix");
    new SsmParameter(this, "Prefix", { name: parameter, type: "String", value: prefix });
  }

  [finish](): void {
    if (this.prefix !== undefined) return;
    const text =
      "serverform: an Auth is not attached to an API, so that nobody can sign in; call auth.attach(stack, { api })";
    Stack.of(this).app.addNotice(text, this);
  }

  [bindingTarget](): Binding {
    const binding = createBinding(authDescription, this, { publicKey: fetchFromSsm });
    const resources = [parameterArn(this, parameterName(Stack.of(this).app, binding, "publicKey"))];
    return { ...binding, permissions: [{ actions: ["ssm:GetParameters"], resources }] };
  }

  getConstructMetadata(): AuthMetadata {
    return { type: "Auth", data: {} };
  }
}

const declaredProps = (authenticator: AuthProps["authenticator"]): AddedProps | undefined => {
  if (isFunction(authenticator)) return undefined;
  return isPlainObject(authenticator) ? (authenticator as AddedProps) : {};
};

const keys = ["publicKey", "privateKey"] as const;

/**
 * Creates the program that makes the keys during the first deployment, and deletes them with the Auth.
 *
 * A function makes them, because everything that Terraform makes is in its state.
 */
function createKeys(auth: Construct, binding: Binding): void {
  const maker = createPackagedFunction(auth, "Keys", {
    entry: "auth-keys",
    format: "cjs",
    description: "Makes the keys that sign sessions",
    timeout: 60,
    enableLiveDev: false,
    permissions: [
      {
        actions: ["ssm:PutParameter", "ssm:DeleteParameters"],
        resources: keys.map((key) => parameterArn(auth, parameterName(Stack.of(auth).app, binding, key))),
      },
    ],
  });
  createInvocation(auth, "KeyPair", maker, {
    lifecycleScope: "CRUD",
    terraformKey: "tf",
    input: jsonTemplate(
      Object.fromEntries(keys.map((key) => [key, parameterName(Stack.of(auth).app, binding, key)])),
    ),
  });
}
