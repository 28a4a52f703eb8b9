import type { OAuthClientMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'

/** What a sign-in of ours looks like to whom it is made with. */
export const clientMetadata = (redirectUrl: string): OAuthClientMetadata => ({
  client_name: 'Countersign',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})
