/** A remote's address without what may log in by it: user and password, and what stands behind the path. */
export const withoutSecrets = (url: string): string =>
  url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '')
