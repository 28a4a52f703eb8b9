import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { lookup } from 'mrmime'

/** One built file of the renderer. */
export interface RendererFile {
  readonly body: Buffer<ArrayBuffer>
  readonly contentType: string
  /** How the body is compressed; absent: it is not. */
  readonly encoding?: Encoding
}

/** What the build wrote beside a file (`scripts/compressed-files.mjs`), the shortest first. */
const compressed = { br: '.br', gzip: '.gz' } as const
/** How a built file may lie beside itself. */
export type Encoding = keyof typeof compressed

/** The encodings that an `Accept-Encoding` header asks for, the shortest first. */
export function encodingsIn(header: string | undefined): readonly Encoding[] {
  const asked = (header ?? '').split(',').map((each) => each.replaceAll(/\s/g, '').toLowerCase())
  const takes = (name: Encoding): boolean =>
    asked.some((each) => each === name || (each.startsWith(`${name};`) && !/;q=0(?:\.0*)?$/.test(each)))
  return (['br', 'gzip'] as const).filter(takes)
}

/**
 * The file below `root` that a URL path (percent-encoded, from `/`) names, or undefined for anything that is not
 * plainly inside: traversal in every encoding, NUL, backslashes, drive letters, bad escapes. `/` is index.html.
 */
export function resolveRendererPath(root: string, urlPath: string): string | undefined {
  if (!urlPath.startsWith('/')) return undefined
  const path = decode(urlPath)
  // A colon is a drive letter or an alternate stream on Windows; no built file has one.
  if (path === undefined || /[\0\\:]/.test(path)) return undefined
  const file = resolve(root, `.${path === '/' ? '/index.html' : path}`)
  const inside = relative(root, file)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    return undefined
  return file
}

/**
 * Reads the file a URL path names, in the first of the encodings that it was built in, in one turn of the loop: while an engine is being made
 * beside it there are few. Undefined when there is none, or it may not be served: callers answer 404.
 */
export function readRendererFile(
  root: string,
  urlPath: string,
  encodings: readonly Encoding[] = [],
): RendererFile | undefined {
  const file = resolveRendererPath(root, urlPath)
  if (file === undefined) return undefined
  try {
    const type = lookup(file) ?? 'application/octet-stream'
    const text = type.startsWith('text/') || type === 'image/svg+xml' || type === 'application/json'
    const kind = { contentType: text ? `${type}; charset=utf-8` : type }
    for (const encoding of encodings) {
      const path = `${file}${compressed[encoding]}`
      if (existsSync(path)) return { ...kind, body: readFileSync(path), encoding }
    }
    return { ...kind, body: readFileSync(file) }
  } catch {
    // Missing, a directory or unreadable: all the same to whoever asks.
    return undefined
  }
}

function decode(urlPath: string): string | undefined {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    // A malformed escape names no file.
    return undefined
  }
}

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
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
