import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRendererFile, resolveRendererPath } from '../../../../src/main/hosts/renderer-files'

let root = ''
beforeAll(() => {
  root = join(mkdtempSync(join(tmpdir(), 'countersign-files-')), 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, '..', 'outside.txt'), 'outside')
  for (const name of ['index.html', 'assets/a.js', 'assets/a.css', 'assets/a.woff2', 'assets/a.unknown']) {
    writeFileSync(join(root, name), name)
  }
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
])('%j names nothing', async (path) => {
  expect(resolveRendererPath(root, path)).toBeUndefined()
  expect(await readRendererFile(root, path)).toBeUndefined()
})

test.each(['/missing.js', '/assets', '/assets/', '/..%252foutside.txt', '//outside.txt'])(
  '%s is inside, but no file',
  async (path) => {
    expect(await readRendererFile(root, path)).toBeUndefined()
  },
)

test.each([
  ['/', 'text/html; charset=utf-8', true],
  ['/assets/a.js', 'text/javascript; charset=utf-8', false],
  ['/assets/a.css', 'text/css; charset=utf-8', false],
  ['/assets/a.woff2', 'font/woff2', false],
  ['/assets/a.unknown', 'application/octet-stream', false],
])('%s is served as %s', async (path, contentType, html) => {
  expect(await readRendererFile(root, path)).toEqual({
    body: Buffer.from(path === '/' ? 'index.html' : path.slice(1)),
    contentType,
    html,
  })
})
