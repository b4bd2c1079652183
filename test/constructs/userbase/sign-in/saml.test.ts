import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { only } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory } from "../support";

const type = "aws_cognito_identity_provider";
const metadataUrl = "https://login.example.com/metadata";
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const metadata = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com/\${tenant}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:SingleLogoutService Binding="${redirect}" Location="https://login.example.com/out"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://login.example.com/post"/>
    <md:SingleSignOnService Binding="${redirect}" Location="https://login.example.com/in?a=1&amp;b=2"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "serverform-saml-"));
  writeFileSync(join(folder, "metadata.xml"), metadata);
  writeFileSync(join(folder, "page.html"), "<html></html>");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The one provider of a directory. */
const provider = (saml: object, name = "Staff") => {
  const { stack } = directory({ domain: "my-notes", identityProviders: { saml: { [name]: saml } } as never });
  return only(stack, type);
};

describe("SAML providers", () => {
  test("are described by the metadata at a URL, and the service keeps the values that it reads there", () => {
    expect(provider({ metadataUrl })).toMatchObject({
      provider_name: "Staff",
      provider_type: "SAML",
      attribute_mapping: { email: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress" },
      provider_details: {
        MetadataURL: metadataUrl,
        IDPSignout: "false",
        IDPInit: "false",
        EncryptedResponses: "false",
      },
      lifecycle: {
        ignore_changes: [
          'provider_details["ActiveEncryptionCertificate"]',
          'provider_details["SSORedirectBindingURI"]',
          'provider_details["SLORedirectBindingURI"]',
        ],
      },
    });
  });

  test("are described by a file, whose addresses follow it", () => {
    const written = provider({ metadataFile: join(folder, "metadata.xml"), signOut: true });
    expect(written).toMatchObject({
      provider_details: {
        MetadataFile: metadata.trim().replace("$", "$$$$"),
        IDPSignout: "true",
        SSORedirectBindingURI: "https://login.example.com/in?a=1&b=2",
        SLORedirectBindingURI: "https://login.example.com/out",
      },
      lifecycle: { ignore_changes: ['provider_details["ActiveEncryptionCertificate"]'] },
    });
    expect(written.provider_details).not.toHaveProperty("MetadataURL");
  });

  test("may sign requests, ask for encryption and begin a sign-in", () => {
    const flags = { idpInitiated: true, signedRequests: true, encryptedResponses: true };
    const attributeMapping = { given_name: "firstName" };
    expect(provider({ metadataUrl, ...flags, attributeMapping, identifiers: ["acme.com"] })).toMatchObject({
      idp_identifiers: ["acme.com"],
      attribute_mapping: attributeMapping,
      provider_details: {
        IDPInit: "true",
        EncryptedResponses: "true",
        RequestSigningAlgorithm: "rsa-sha256",
      },
    });
  });

  test.each([
    [{}, "prop-required", "metadataUrl"],
    [{ metadataUrl: "http://login.example.com" }, "prop-invalid", "metadataUrl"],
    [{ metadataUrl, metadataFile: "metadata.xml" }, "props-exclude", "metadataFile"],
    [{ metadataFile: "missing.xml" }, "userbase-saml-metadata", "metadataFile"],
    [{ metadataFile: 1 }, "prop-invalid", "metadataFile"],
    [{ metadataUrl, signOut: "yes" }, "prop-invalid", "signOut"],
    [{ metadataUrl, idpSignout: true }, "key-unknown", undefined],
  ])("are refused with %j", (saml, code, prop) => {
    const at = ["identityProviders.saml.Staff", prop].filter((each) => each !== undefined).join(".");
    expect(failure(() => provider(saml))).toMatchObject({ code, prop: at });
  });

  test("are refused if the file is not metadata", () => {
    const metadataFile = join(folder, "page.html");
    const caught = failure(() => provider({ metadataFile }));
    expect(caught.code).toBe("userbase-saml-metadata");
    expect(caught.message).toContain("it has no EntityDescriptor");
  });

  test("are refused with a reserved name", () => {
    expect(failure(() => provider({ metadataUrl }, "Google"))).toMatchObject({
      code: "userbase-provider-name",
      prop: "identityProviders.saml",
    });
  });
});
