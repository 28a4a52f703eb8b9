import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignInError } from './guarded-fetch'

/** What came back with the person. `iss` is who says to have sent them, where they say it. */
export interface CameBack {
  readonly code: string
  readonly iss: string | undefined
}

/** Where a browser is sent back to after signing in. `back` rejects with SignInError for a no, and when it is closed. */
export interface Callback {
  readonly redirectUrl: string
  readonly back: Promise<CameBack>
  close(reason: string): void
}

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title><body style="font:16px system-ui;margin:15vh auto;max-width:32em"><h1>${title}</h1><p>${text}</p>`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
}

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Listens on a port of 127.0.0.1 for the one browser that brings `state`. Whoever comes without it, by another name of the
 * machine, or otherwise than by GET is told nothing and changes nothing. Closed by its first use and by `close`.
 */
export async function openCallback(state: string): Promise<Callback> {
  const { promise: back, resolve, reject } = Promise.withResolvers<CameBack>()
  back.catch(() => undefined) // whoever waits for it is told
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000, headersTimeout: 10_000 })
  server.maxConnections = 16
  server.on('request', (request, response) => {
    // What a stranger asks for may be no address at all, and nothing that is thrown here has anybody to catch it.
    const url = URL.parse(request.url ?? '/', redirectUrl)
    const right =
      url !== null &&
      request.method === 'GET' &&
      request.headers.host === new URL(redirectUrl).host &&
      url.pathname === '/callback' &&
      same(url.searchParams.get('state') ?? '', state)
    if (!right) {
      response.writeHead(400, headers).end(page('Not this one', 'Nothing was changed.'))
      return
    }
    const [code, error] = [url.searchParams.get('code'), url.searchParams.get('error')]
    const answer =
      code === null || code === ''
        ? page('Not signed in', 'You can close this page and go back to Countersign.')
        : page('Signed in', 'You can close this page and go back to Countersign.')
    response.writeHead(200, headers).end(answer, () => {
      server.close()
    })
    if (code === null || code === '') {
      const said = (error ?? 'nothing').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
      reject(new SignInError(`The place to sign in at did not let you in: it said ${JSON.stringify(said)}.`))
    } else resolve({ code, iss: url.searchParams.get('iss') ?? undefined })
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  const redirectUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/callback`
  return {
    redirectUrl,
    back,
    close(reason) {
      reject(new SignInError(reason))
      server.close()
      server.closeAllConnections()
    },
  }
}
