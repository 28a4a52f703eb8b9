/** The scheme and host of the window's own page. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appUrl = `${appScheme}://${appHost}/index.html`

/**
 * Whether a URL is the application's own: `app://bundle/…`, or the development server's origin when there is one.
 * Compared by scheme and host, since a custom scheme has no origin in Node. False for what is no URL.
 */
export function isAppUrl(text: string, devServerUrl: string | undefined): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (url.protocol === `${appScheme}:`) return url.host === appHost
  const dev = devServerUrl === undefined ? null : URL.parse(devServerUrl)
  return dev !== null && url.protocol === dev.protocol && url.host === dev.host
}
