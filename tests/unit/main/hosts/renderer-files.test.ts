import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodingsIn, readRendererFile, resolveRendererPath } from '../../../../src/main/hosts/renderer-files'

let root = ''
beforeAll(() => {
  root = join(mkdtempSync(join(tmpdir(), 'countersign-files-')), 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, '..', 'outside.txt'), 'outside')
  const names = ['index.html', 'assets/a.js', 'assets/a.css', 'assets/a.woff2', 'assets/a.unknown']
  for (const name of [...names, 'assets/a.js.br', 'assets/a.js.gz', 'assets/a.css.gz'])
    writeFileSync(join(root, name), name)
})
afterAll(() => {
  rmSync(join(root, '..'), { recursive: true })
})

test.each([
  ['/', 'index.html'],
  ['/index.html', 'index.html'],
  ['/assets/a.js', 'assets/a.js'],
  ['/assets/../index.html', 'index.html'],
  ['/%69ndex.html', 'index.html'],
])('%s names %s', (path, file) => {
  expect(resolveRendererPath(root, path)).toBe(join(root, file))
})

/** Every way out that the hosts' tests try over their own transports as well. */
test.each([
  '',
  'index.html',
  '/..',
  '/../outside.txt',
  '/..%2foutside.txt',
  '/%2e%2e/outside.txt',
  '/%2e%2e%2foutside.txt',
  '/assets/../../outside.txt',
  '/..\\outside.txt',
  '/..%5coutside.txt',
  '/C:/windows/win.ini',
  '/index.html:stream',
  '/index.html%00.js',
  '/%',
  '/%ff',
  '/.',
  '/assets/..',
])('%j names nothing', (path) => {
  expect(resolveRendererPath(root, path)).toBeUndefined()
  expect(readRendererFile(root, path)).toBeUndefined()
})

test.each(['/missing.js', '/assets', '/assets/', '/..%252foutside.txt', '//outside.txt'])(
  '%s is inside, but no file',
  (path) => {
    expect(readRendererFile(root, path)).toBeUndefined()
  },
)

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/a.js', 'text/javascript; charset=utf-8'],
  ['/assets/a.css', 'text/css; charset=utf-8'],
  ['/assets/a.woff2', 'font/woff2'],
  ['/assets/a.unknown', 'application/octet-stream'],
])('%s is served as %s', (path, contentType) => {
  expect(readRendererFile(root, path)).toEqual({
    body: Buffer.from(path === '/' ? 'index.html' : path.slice(1)),
    contentType,
  })
})

test.each([
  ['/assets/a.js', ['br', 'gzip'], 'assets/a.js.br', 'br'],
  ['/assets/a.js', ['gzip'], 'assets/a.js.gz', 'gzip'],
  ['/assets/a.css', ['br', 'gzip'], 'assets/a.css.gz', 'gzip'],
  ['/assets/a.woff2', ['br', 'gzip'], 'assets/a.woff2', undefined],
] as const)('%s in %j is %s', (path, encodings, file, encoding) => {
  const read = readRendererFile(root, path, encodings)
  expect([read?.body.toString(), read?.encoding]).toEqual([file, encoding])
  expect(read?.contentType).toBe(readRendererFile(root, path)?.contentType)
})

test.each([
  [undefined, []],
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['GZIP;q=0.5', ['gzip']],
  ['br;q=0, gzip; q=0.0', []],
  ['brotli, x-gzip, *', []],
])('Accept-Encoding %j takes %j', (header, encodings) => {
  expect(encodingsIn(header)).toEqual(encodings)
})
