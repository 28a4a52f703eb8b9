import { contentSecurityPolicy } from '../content-security-policy'
import { readRendererFile } from '../renderer-files'
import { appHost, appScheme } from './app-origin'
import type { ElectronApi } from './electron-api'

/** Makes `app:` a standard, secure scheme. Callable once, and only before ready. */
export function registerAppScheme(protocol: ElectronApi['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built renderer at app://bundle/; after ready. What is missing or outside is 404, never index.html. */
export function serveRenderer(protocol: ElectronApi['protocol'], rendererDir: string): void {
  protocol.handle(appScheme, (request) => answer(request, rendererDir))
}

async function answer(request: Request, rendererDir: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed')
  const url = URL.parse(request.url)
  if (url?.host !== appHost) return plain(404, 'Not found')
  const file = await readRendererFile(rendererDir, url.pathname)
  if (file === undefined) return plain(404, 'Not found')
  const body = request.method === 'HEAD' ? null : file.body
  return new Response(body, { headers: headersFor(file.contentType) })
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersFor('text/plain; charset=utf-8') })
}

function headersFor(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
