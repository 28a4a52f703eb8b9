/**
 * The policy of every page this application serves, in the window and in the browser: its own files and nothing else.
 * Pictures and sounds of
 * results stand in the page as data: nothing is fetched for them. `connect-src 'self'` covers the browser host's WebSocket.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
