import { existsSync, readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import {
  CognitoManagedLoginBranding,
  type CognitoManagedLoginBrandingAsset,
} from "@cdktf/provider-aws/lib/cognito-managed-login-branding";
import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import {
  checkFile,
  checkKeys,
  checkList,
  checkLiteral,
  checkObject,
  escapeTemplate,
  isPlainObject,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { UserbaseProps } from "../props";

/** The look of the sign-in pages. */
export interface UserbaseBrandingProps {
  /** The settings document of the service's branding editor. @default {} */
  readonly settings?: object | undefined;
  /** Images. @default - none */
  readonly assets?: readonly UserbaseBrandingAsset[] | undefined;
}

/** An image of the sign-in pages. */
export interface UserbaseBrandingAsset {
  /** Where the image is shown, in the terms of the service: `PAGE_HEADER_LOGO`, `FORM_LOGO`, `FAVICON_ICO`, ... */
  readonly category: string;
  /** The color mode of the pages that show the image. @default "dynamic" - in light and dark mode */
  readonly colorMode?: "light" | "dark" | "dynamic" | undefined;
  /** Path of the file, relative to the folder of `cdktf.json`. The extension determines the image type. */
  readonly file: string;
}

const brandingKeys = propKeys<UserbaseBrandingProps>()({ settings: "map", assets: "list" });
const colorModes = { light: "LIGHT", dark: "DARK", dynamic: "DYNAMIC" } as const;
const assetKeys = propKeys<UserbaseBrandingAsset>()({
  category: "text",
  colorMode: Object.keys(colorModes),
  file: "text",
});
const extensions: Readonly<Record<string, string>> = {
  ".ico": "ICO",
  ".jpeg": "JPEG",
  ".jpg": "JPEG",
  ".png": "PNG",
  ".svg": "SVG",
  ".webp": "WEBP",
};
// Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssetType.html
const categories = [
  "AUTH_APP_GRAPHIC",
  "EMAIL_GRAPHIC",
  "FAVICON_ICO",
  "FAVICON_SVG",
  "FORM_BACKGROUND",
  "FORM_LOGO",
  "IDP_BUTTON_ICON",
  "PAGE_BACKGROUND",
  "PAGE_FOOTER_BACKGROUND",
  "PAGE_FOOTER_LOGO",
  "PAGE_HEADER_BACKGROUND",
  "PAGE_HEADER_LOGO",
  "PASSKEY_GRAPHIC",
  "PASSWORD_GRAPHIC",
  "SMS_GRAPHIC",
];

/** Refuses branding that the sign-in pages cannot have. */
export function checkBranding(userbase: Construct, props: UserbaseProps): void {
  const { branding, domain } = props;
  if (branding === undefined || branding === false) return;
  if (domain === undefined) fail(userbase, "prop-needs", "branding", { needs: "domain" });
  checkNotLite(userbase, "branding", props);
  if (branding === true) return;
  checkObject(userbase, "branding", branding, brandingKeys, "true, false or { settings, assets }");
  const { settings = {}, assets = [] } = branding as UserbaseBrandingProps;
  if (!isPlainObject(settings)) {
    refuseValue(userbase, "branding.settings", settings, "the settings as an object");
  }
  checkList(userbase, "branding.assets", assets);
  assets.forEach((asset, index) => {
    checkAsset(userbase, `branding.assets[${index}]`, asset);
  });
}

function checkAsset(userbase: Construct, prop: string, asset: UserbaseBrandingAsset): void {
  checkKeys(userbase, prop, asset, assetKeys);
  checkLiteral(userbase, `${prop}.category`, asset.category, categories);
  const at = `${prop}.file`;
  const value = String(asset.file);
  if (!(extname(value).toLowerCase() in extensions)) {
    fail(userbase, "userbase-branding-file", at, { value, reason: "whose extension is not an image type" });
  }
  if (!existsSync(pathOf(userbase, value))) {
    fail(userbase, "userbase-branding-file", at, { value, reason: "which does not exist" });
  }
  checkFile(userbase, at, value, pathOf(userbase, value));
}

const pathOf = (userbase: Construct, file: string) => resolve(Stack.of(userbase).app.appPath, file);

/**
 * Creates the branding of the pages for one client; a client without branding has no pages.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-branding.html
 */
export function createBranding(
  userbase: Construct,
  id: string,
  { branding = true, featureTier, domain }: UserbaseProps,
  ids: { readonly userPoolId: string; readonly clientId: string },
): void {
  if (domain === undefined || branding === false || featureTier === "lite") return;
  if (branding === true) {
    new CognitoManagedLoginBranding(userbase, id, { ...ids, useCognitoProvidedValues: true });
    return;
  }
  const { settings = {}, assets = [] } = branding;
  new CognitoManagedLoginBranding(userbase, id, {
    ...ids,
    settings: escapeTemplate(JSON.stringify(settings)),
    ...(assets.length > 0 && { asset: assets.map((each) => assetConfig(userbase, each)) }),
  });
}

function assetConfig(
  userbase: Construct,
  { category, colorMode = "dynamic", file }: UserbaseBrandingAsset,
): CognitoManagedLoginBrandingAsset {
  return {
    category,
    colorMode: colorModes[colorMode],
    extension: extensions[extname(file).toLowerCase()] ?? "",
    bytes: readFileSync(pathOf(userbase, file)).toString("base64"),
  };
}
