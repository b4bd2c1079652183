/** @group slow */

import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { Amplify } from "aws-amplify";
import * as auth from "aws-amplify/auth";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { signInWithSrp } from "../../../support/srp-sign-in";
import { call } from "../../support/call";
import { type Answer, ada, claimsOf, clientId, Directory, password, poolId } from "./directory";

let directory: Directory;
let router: EndpointRouter;

beforeAll(async () => {
  directory = await Directory.start({
    pool: {
      mfa_configuration: "OPTIONAL",
      software_token_mfa_configuration: { enabled: true },
      sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "WEB_AUTHN"] },
    },
  });
  router = await EndpointRouter.start(() => {});
  router.serve(new Map([["cognito-idp", directory.service]]));
  // Amplify compares the expiry of tokens with the clock of the machine.
  directory.clock.advance(Date.now() - directory.clock.now());
});

afterAll(() => router.close());

describe("clients of apps", () => {
  test("aws-amplify signs up, signs in by SRP, reads and changes attributes, and signs out", async () => {
    Amplify.configure({
      Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: router.url } },
    });
    const username = ada;
    expect(await auth.signUp({ username, password })).toMatchObject({
      nextStep: { signUpStep: "CONFIRM_SIGN_UP" },
    });
    const confirmed = await auth.confirmSignUp({ username, confirmationCode: directory.code });
    expect(confirmed.isSignUpComplete).toBe(true);
    await expect(auth.signIn({ username, password: "wrong" })).rejects.toThrow(
      "Incorrect username or password.",
    );
    expect((await auth.signIn({ username, password })).isSignedIn).toBe(true);
    expect((await auth.fetchUserAttributes()).email).toBe(ada);
    await auth.updateUserAttributes({ userAttributes: { nickname: "ada" } });
    expect((await auth.fetchAuthSession({ forceRefresh: true })).tokens?.idToken?.payload.nickname).toBe(
      "ada",
    );
    await auth.updatePassword({ oldPassword: password, newPassword: "Another-horse-1" });
    await auth.resetPassword({ username });
    await auth.confirmResetPassword({ username, confirmationCode: directory.code, newPassword: password });
    await auth.signOut({ global: true });
    await expect(auth.getCurrentUser()).rejects.toThrow();
  });

  test("amazon-cognito-identity-js signs in by SRP", async () => {
    const { id } = await signInWithSrp({ endpoint: `${router.url}/`, poolId, clientId, name: ada, password });
    expect(claimsOf(id)).toMatchObject({ email: ada, token_use: "id" });
  });

  test("pages of this machine reach public operations, and pages of other origins do not", async () => {
    const origin = "http://localhost:3000";
    const ask = (operation: string, from: string, method = "POST") =>
      call(router.url, "/", {
        method,
        headers: {
          origin: from,
          ...(method === "OPTIONS"
            ? { "access-control-request-headers": "x-amz-target,content-type" }
            : { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` }),
        },
        ...(method === "POST" && { body: "{}" }),
      });
    const preflight = await ask("GetUser", origin, "OPTIONS");
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    const answered = await ask("GetUser", origin);
    expect([answered.status, answered.headers["access-control-allow-origin"]]).toEqual([400, origin]);
    expect((await ask("ListUsers", origin)).status).toBe(403);
    expect((await ask("GetUser", "https://evil.example.com")).status).toBe(403);
    expect((await ask("GetUser", "https://evil.example.com", "OPTIONS")).status).toBe(403);
  });
});

/** An authenticator that keeps one passkey of ES256. */
class Authenticator {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private readonly id = randomBytes(16);
  private counter = 0;

  create({ challenge }: { readonly challenge: string }): object {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const point = (label: number, value: string) => [
      Buffer.from([label, 0x58, 32]),
      Buffer.from(value, "base64url"),
    ];
    const key = Buffer.concat([Buffer.from("a5010203262001", "hex"), ...point(0x21, x), ...point(0x22, y)]);
    const data = Buffer.concat([this.data(0x45), Buffer.alloc(16), Buffer.from([0, 16]), this.id, key]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    const attestationObject = attestation.toString("base64url");
    const clientDataJSON = this.clientData("webauthn.create", challenge).toString("base64url");
    return this.credential({ attestationObject, clientDataJSON, transports: ["internal"] });
  }

  get(challenge: string, origin = "http://localhost:3000"): object {
    this.counter += 1;
    const [data, clientData] = [this.data(0x05), this.clientData("webauthn.get", challenge, origin)];
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    return this.credential({
      authenticatorData: data.toString("base64url"),
      clientDataJSON: clientData.toString("base64url"),
      signature: createSign("sha256").update(signed).sign(this.keys.privateKey, "base64url"),
    });
  }

  private credential(response: object): object {
    const id = this.id.toString("base64url");
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      response,
      clientExtensionResults: {},
    };
  }

  private data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash("sha256").update("localhost").digest(), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string, origin = "http://localhost:3000"): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

describe("passkeys", () => {
  const authenticator = new Authenticator();
  let AccessToken: string;
  const asked = async (): Promise<[Answer, string]> => {
    const answer = await directory.initiate("USER_AUTH", { USERNAME: ada, PREFERRED_CHALLENGE: "WEB_AUTHN" });
    return [answer, JSON.parse(answer.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? "{}").challenge];
  };

  test("a passkey is registered once for a challenge, and signs in", async () => {
    ({ AccessToken } = await directory.signIn());
    type Options = { CredentialCreationOptions: { challenge: string; rp: object } };
    const { CredentialCreationOptions: options } = await directory.ask<Options>("StartWebAuthnRegistration", {
      AccessToken,
    });
    expect(options.rp).toEqual({ id: "localhost", name: "localhost" });
    const Credential = authenticator.create(options);
    await directory.ask("CompleteWebAuthnRegistration", { AccessToken, Credential });
    expect(await directory.refusal("CompleteWebAuthnRegistration", { AccessToken, Credential })).toMatch(
      /^WebAuthnChallengeNotFound/,
    );
    const [answer, challenge] = await asked();
    const done = await directory.respond(answer, {
      CREDENTIAL: JSON.stringify(authenticator.get(challenge)),
    });
    expect(done.AuthenticationResult).toBeDefined();
  });

  test.each([
    ["another challenge", () => authenticator.get("x")],
    [
      "a page of another site",
      (challenge: string) => authenticator.get(challenge, "https://evil.example.com"),
    ],
    ["another authenticator", (challenge: string) => new Authenticator().get(challenge)],
  ])("an answer for %s is refused", async (_, get) => {
    const [answer, challenge] = await asked();
    const credential = JSON.stringify(get(challenge));
    await expect(directory.respond(answer, { CREDENTIAL: credential })).rejects.toThrow(
      "Incorrect username or password.",
    );
  });

  test("an answer is used once, and a counter that goes back is refused", async () => {
    const [first, challenge] = await asked();
    const credential = authenticator.get(challenge);
    await directory.respond(first, { CREDENTIAL: JSON.stringify(credential) });
    const [second] = await asked();
    await expect(directory.respond(second, { CREDENTIAL: JSON.stringify(credential) })).rejects.toThrow(
      "Incorrect",
    );
  });

  test("a passkey is listed and deleted", async () => {
    type List = { Credentials: { CredentialId: string }[] };
    const { Credentials } = await directory.ask<List>("ListWebAuthnCredentials", { AccessToken });
    expect(Credentials).toMatchObject([
      { RelyingPartyId: "localhost", AuthenticatorTransports: ["internal"] },
    ]);
    await directory.ask("DeleteWebAuthnCredential", {
      AccessToken,
      CredentialId: Credentials[0]?.CredentialId,
    });
    expect((await asked())[0].ChallengeName).toBe("SELECT_CHALLENGE");
    expect(directory.problems).toEqual([]);
  });
});
