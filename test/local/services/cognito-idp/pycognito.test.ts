/** @group processes */

import { totpCode } from "../../../../lib/local/services/cognito-idp/passwords";
import { clientVariables } from "../../../../lib/local/services/endpoint-variables";
import { accessKeys } from "../../../support/access-keys";
import { Boto3, describeWithPackages } from "../../../support/boto3";
import { serve, type TestServer } from "../../safety-support";

const password = "Correct-horse-1";
const flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"];

const pool = (name: string, more: object = {}) => ({
  aws_cognito_user_pool: { [name]: { name, ...more } },
  aws_cognito_user_pool_client: {
    [name]: {
      name,
      user_pool_id: `\${aws_cognito_user_pool.${name}.id}`,
      generate_secret: name === "required",
      explicit_auth_flows: flows,
    },
  },
});

const totp = { software_token_mfa_configuration: [{ enabled: true }] };
const pools = [
  pool("optional", { mfa_configuration: "OPTIONAL", username_attributes: ["email"], ...totp }),
  pool("required", { mfa_configuration: "ON", ...totp }),
  pool("devices", {
    alias_attributes: ["email"],
    device_configuration: [
      { challenge_required_on_new_device: true, device_only_remembered_on_user_prompt: false },
    ],
  }),
];
const resources = {
  aws_cognito_user_pool: Object.assign({}, ...pools.map((each) => each.aws_cognito_user_pool)),
  aws_cognito_user_pool_client: Object.assign({}, ...pools.map((each) => each.aws_cognito_user_pool_client)),
};

let server: TestServer;
let boto3: Boto3;

/** Ids of a pool and its client, and a function that gives the client of pycognito to a user. */
const prelude = (name: string): string => `
from pycognito.aws_srp import AWSSRP, generate_hash_device
idp = client("cognito-idp")
pool = next(each["Id"] for each in idp.list_user_pools(MaxResults=60)["UserPools"] if each["Name"] == "${name}")
app = idp.list_user_pool_clients(UserPoolId=pool, MaxResults=60)["UserPoolClients"][0]["ClientId"]
secret = idp.describe_user_pool_client(UserPoolId=pool, ClientId=app)["UserPoolClient"].get("ClientSecret")
def hashed(name):
    return {} if secret is None else {"SECRET_HASH": AWSSRP.get_secret_hash(name, app, secret)}
def proof(name, password="${password}", **more):
    return AWSSRP(username=name, password=password, pool_id=pool, client_id=app, client_secret=secret, client=idp, **more)
def user(name, password="${password}", permanent=True, **more):
    idp.admin_create_user(UserPoolId=pool, Username=name, TemporaryPassword=password, MessageAction="SUPPRESS", **more)
    if permanent:
        idp.admin_set_user_password(UserPoolId=pool, Username=name, Password=password, Permanent=True)
def signed_in(tokens):
    return sorted(tokens["AuthenticationResult"])
`;

const run = <Result>(name: string, code: string): Promise<Result> =>
  boto3.run<Result>(`${prelude(name)}\n${code}`);

const tokens = ["AccessToken", "ExpiresIn", "IdToken", "RefreshToken", "TokenType"];

/**
 * The tests that moto has verified against AWS, and the steps of devices, by the client that they use.
 *
 * Sources: https://github.com/getmoto/moto/blob/master/tests/test_cognitoidp/test_cognitoidp.py and
 * https://github.com/NabuCasa/pycognito
 */
describeWithPackages("user pools, driven by pycognito", ["boto3", "pycognito"], () => {
  beforeAll(async () => {
    server = await serve({ routes: { "GET /": "return {};" }, resources }, { endsWithTest: false });
    boto3 = Boto3.start(
      clientVariables({ region: "eu-west-1" }, server.local.servicesUrl, new Map(), accessKeys),
    );
  });
  afterAll(async () => {
    await boto3.stop();
    await server.local.stop();
  });

  test("a user signs in by an address, and by the name of the pool", async () => {
    const code = `
user("ada@example.com")
sub = idp.admin_get_user(UserPoolId=pool, Username="ada@example.com")["Username"]
result = [signed_in(proof(name).authenticate_user()) for name in ("ada@example.com", sub)]`;
    expect(await run("optional", code)).toEqual([tokens, tokens]);
  });

  test("a wrong password is refused", async () => {
    const code = `
user("eve@example.com")
proof("eve@example.com", "Another-horse-1").authenticate_user()`;
    await expect(run("optional", code)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Incorrect username or password.",
    });
  });

  test("a user with a temporary password sets another one", async () => {
    const code = `
user("new@example.com", permanent=False)
result = signed_in(proof("new@example.com").set_new_password_challenge("Another-horse-2"))`;
    expect(await run("optional", code)).toEqual(tokens);
  });

  test("a user adds an authenticator app, and proves its codes from then on", async () => {
    const code = `
user("app@example.com")
token = proof("app@example.com").authenticate_user()["AuthenticationResult"]["AccessToken"]
result = [token, idp.associate_software_token(AccessToken=token)["SecretCode"]]`;
    const [token = "", key = ""] = await run<readonly string[]>("optional", code);
    const now = Date.now();
    const proved = await run(
      "optional",
      `
verified = idp.verify_software_token(AccessToken="${token}", UserCode="${totpCode(key, now)}")["Status"]
idp.set_user_mfa_preference(AccessToken="${token}", SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True})
try:
    proof("app@example.com").authenticate_user()
except Exception as error:
    challenge = error.get_tokens()
done = idp.respond_to_auth_challenge(ClientId=app, ChallengeName=challenge["ChallengeName"], Session=challenge["Session"],
  ChallengeResponses={"USERNAME": "app@example.com", "SOFTWARE_TOKEN_MFA_CODE": "${totpCode(key, now + 30_000)}"})
result = [verified, challenge["ChallengeName"], signed_in(done)]`,
    );
    expect(proved).toEqual(["SUCCESS", "SOFTWARE_TOKEN_MFA", tokens]);
  });

  test("a client with a secret signs in a user who must set up an authenticator app", async () => {
    const code = `
user("ada")
begun = idp.initiate_auth(ClientId=app, AuthFlow="USER_SRP_AUTH", AuthParameters=(srp := proof("ada")).get_auth_params())
answer = srp.process_challenge(begun["ChallengeParameters"], srp.get_auth_params())
asked = idp.respond_to_auth_challenge(ClientId=app, ChallengeName="PASSWORD_VERIFIER", ChallengeResponses=answer)
app_of = idp.associate_software_token(Session=asked["Session"])
result = ["Session" in begun, asked["ChallengeName"], app_of["Session"], app_of["SecretCode"]]`;
    const [hasSession, challenge, session = "", key = ""] = await run<readonly string[]>("required", code);
    expect([hasSession, challenge]).toEqual([false, "MFA_SETUP"]);
    const done = await run(
      "required",
      `
verified = idp.verify_software_token(Session="${session}", UserCode="${totpCode(key, Date.now())}")
done = idp.respond_to_auth_challenge(ClientId=app, ChallengeName="MFA_SETUP", Session=verified["Session"],
  ChallengeResponses={"USERNAME": "ada", **hashed("ada")})
result = signed_in(done)`,
    );
    expect(done).toEqual(tokens);
  });

  test("a device is confirmed, proves itself and is forgotten", async () => {
    const code = `
user("ada", UserAttributes=[{"Name": "email", "Value": "ada@example.org"}, {"Name": "email_verified", "Value": "true"}])
srp = proof("ada@example.org")
tokens = srp.authenticate_user()["AuthenticationResult"]
device = tokens["NewDeviceMetadata"]
device_password, verifier = generate_hash_device(device["DeviceGroupKey"], device["DeviceKey"])
confirmed = idp.confirm_device(AccessToken=tokens["AccessToken"], DeviceKey=device["DeviceKey"],
  DeviceSecretVerifierConfig=verifier)["UserConfirmationNecessary"]
known = {"device_key": device["DeviceKey"], "device_group_key": device["DeviceGroupKey"], "device_password": device_password}
again = proof("ada@example.org", **known).authenticate_user()
def refresh(**more):
    parameters = {"REFRESH_TOKEN": tokens["RefreshToken"], **more}
    try:
        return signed_in(idp.initiate_auth(ClientId=app, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters=parameters))
    except idp.exceptions.NotAuthorizedException as error:
        return error.response["Error"]["Message"]
key = device["DeviceKey"]
refreshed = [refresh(), refresh(DEVICE_KEY=key + "0"), refresh(DEVICE_KEY=key)]
idp.forget_device(AccessToken=tokens["AccessToken"], DeviceKey=key)
result = [confirmed, signed_in(again), refreshed, refresh(DEVICE_KEY=key)]`;
    const invalid = "Invalid Refresh Token";
    const refreshed = tokens.filter((each) => each !== "RefreshToken");
    expect(await run("devices", code)).toEqual([false, tokens, [invalid, invalid, refreshed], invalid]);
  });
});
