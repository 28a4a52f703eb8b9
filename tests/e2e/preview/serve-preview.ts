import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { lookup } from 'mrmime'
import { contentSecurityPolicy } from '../../../src/main/hosts/renderer-files'

const built = resolve(import.meta.dirname, '../../../node_modules/.cache/preview')
const axe = resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js')

/** An empty page beside the window: what is kept for the window's address can be looked at and cleared there. */
export const blankPath = 'blank'

async function answerOf(path: string): Promise<{ readonly body: Buffer | string; readonly type: string }> {
  if (path === `/${blankPath}`) return { body: '<!doctype html><title>blank</title>', type: 'text/html' }
  if (path === '/axe.js') return { body: await readFile(axe), type: 'text/javascript' }
  if (path === '/') return { body: await readFile(join(built, 'index.html')), type: 'text/html' }
  return {
    body: await readFile(join(built, 'assets', basename(path))),
    type: lookup(path) ?? 'text/plain',
  }
}

/**
 * Serves the window over the stub engine under the product's policy, and axe beside it. What has its hash in its name is kept by the
 * browser, which then need not compile it again for the next page.
 */
export async function servePreview(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answerOf(pathname).then(
      ({ body, type }) => {
        const named = pathname.startsWith('/assets/') || pathname === '/axe.js'
        response.writeHead(200, {
          'content-type': type,
          'content-security-policy': contentSecurityPolicy,
          'cache-control': named ? 'max-age=86400, immutable' : 'no-store',
        })
        response.end(body)
      },
      () => {
        response.writeHead(404).end()
      },
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/` }
}
