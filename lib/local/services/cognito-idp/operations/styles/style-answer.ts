import type { Pool } from "../../pool";
import type { LoginStyle } from "../../state/login-styles";
import { seconds } from "../answers";

export function styleAnswer({ settings }: Pool, style: LoginStyle): object {
  return {
    ManagedLoginBranding: {
      ManagedLoginBrandingId: style.id,
      UserPoolId: settings.id,
      UseCognitoProvidedValues: style.isDefault,
      ...(style.settings !== undefined && { Settings: style.settings }),
      Assets: style.assets ?? [],
      CreationDate: seconds(style.createdAt),
      LastModifiedDate: seconds(style.modifiedAt),
    },
  };
}
