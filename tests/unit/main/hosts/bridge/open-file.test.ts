import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EditorUrl, editorUrl } from '@shared/domain/settings'
import { createWholeFiles } from '../../../../../src/main/adapters/facts-fs/whole-files'
import { createReadLimits } from '../../../../../src/main/adapters/sandbox-linux/protection/read-limits'
import type { EngineService } from '../../../../../src/main/core/engine/engine-service'
import { openFile } from '../../../../../src/main/hosts/bridge/file-requests'
import { session } from '../../../renderer/samples'

let base = ''
const at = (name: string): string => join(base, name)
const odd = 'odd/ä "b" #1?%2e`$(x);&<y>\n:3.ts'
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-open-file-')))
  for (const name of [
    'home/.ssh/key',
    'work/a.ts',
    'more/c.ts',
    'outside/d.ts',
    'work/binary',
    `work/${odd}`,
  ]) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), name.endsWith('binary') ? '\0' : name)
  }
  symlinkSync(at('outside/d.ts'), at('work/to-outside.ts'))
  symlinkSync(at('outside'), at('work/folder'))
  symlinkSync(at('more/c.ts'), at('work/to-more.ts'))
  linkSync(at('home/.ssh/key'), at('work/hard.ts'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** What becomes of a request, and what a desktop would have opened. */
async function opened(
  path: string,
  { line, opener, desktop = false }: { line?: number; opener?: string; desktop?: boolean } = {},
): Promise<unknown> {
  const limits = createReadLimits(
    { home: at('home'), engineHome: at('state'), unreadable: [], readable: [] },
    () => false,
  )
  const policy = {
    mode: 'workspace-write' as const,
    writable_roots: [at('more')],
    network_access: false,
    exclude_tmpdir_env_var: true,
    exclude_slash_tmp: true,
  }
  const engine: Pick<EngineService, 'state' | 'readSettings' | 'files'> = {
    state: () =>
      Promise.resolve({ sessions: [session('s1', { cwd: at('work'), sandboxPolicy: policy })] }) as never,
    readSettings: () =>
      Promise.resolve({
        rows: opener === undefined ? [] : [{ key: 'file_opener', value: opener, source: 'config' }],
      }) as never,
    files: createWholeFiles(limits),
  }
  const seen: string[] = []
  const handle = openFile({
    engine: engine as EngineService,
    ...(desktop && { openAddress: (url: string) => Promise.resolve(void seen.push(url)) }),
  })
  const reply = await handle({ sessionId: 's1', path, ...(line === undefined ? {} : { line }) })
  return desktop ? [reply, seen] : reply
}

test('a file of the session’s folders is a link into the editor, at its line', async () => {
  expect(await opened('a.ts', { line: 12 })).toEqual({
    kind: 'link',
    url: `vscode://file${at('work/a.ts')}:12`,
  })
  expect(await opened(at('more/c.ts'), { opener: 'cursor' })).toEqual({
    kind: 'link',
    url: `cursor://file${at('more/c.ts')}`,
  })
  expect(await opened('to-more.ts')).toMatchObject({ kind: 'link' })
  expect(await opened('binary')).toMatchObject({ kind: 'link' })
  const url = `windsurf://file${at('work/a.ts')}`
  expect(await opened('a.ts', { opener: 'windsurf', desktop: true })).toEqual([{ kind: 'opened' }, [url]])
})

test.each([
  ['../outside/d.ts', 'closed'],
  ['to-outside.ts', 'closed'],
  ['folder/d.ts', 'closed'],
  ['hard.ts', 'closed'],
  ['../home/.ssh/key', 'closed'],
  ['/etc/passwd', 'closed'],
  ['.', 'closed'],
  ['folder', 'closed'],
  ['gone.ts', 'missing'],
  ['a.ts/b', 'missing'],
  ['a\0.ts', 'missing'],
])('%j is not opened: %s', async (path, why) => {
  expect(await opened(path, { desktop: true })).toEqual([{ kind: 'none', why }, []])
})

test('nothing is opened where the configuration says so', async () => {
  expect(await opened('a.ts', { opener: 'none', desktop: true })).toEqual([{ kind: 'none', why: 'off' }, []])
})

test('a name of any characters is one path in the address, and the address is one of the closed list', async () => {
  const reply = (await opened(odd)) as { url: string }
  expect(reply.url).toMatch(/^vscode:\/\/file\/[\w.!~*'()%/-]+$/)
  expect(decodeURIComponent(new URL(reply.url).pathname)).toBe(at(`work/${odd}`))
  expect(editorUrl('vscode', 'C:\\a b\\c.ts', 3)).toBe('vscode://file/C%3A/a%20b/c.ts:3')
})

/** What becomes of it for a session of the host `build1`, which says that about its file, and which is reached so. */
async function openedThere(
  path: string,
  {
    destination,
    read = { kind: 'text', text: 'x' },
    opener = 'vscode',
    line,
  }: {
    destination?: string
    read?: object
    opener?: string
    line?: number
  } = {},
) {
  const asked: unknown[] = []
  const hosts = {
    route: (...request: unknown[]) => {
      asked.push(request)
      return Promise.resolve(read)
    },
    sshDestination: () => destination,
  }
  const engine = {
    hosts,
    state: () => Promise.resolve({ sessions: [session('build1:s1', { cwd: '/srv/shop' })] }),
    readSettings: (folder?: string) =>
      Promise.resolve({ rows: [{ key: 'file_opener', value: folder === undefined ? opener : 'none' }] }),
    files: { read: () => Promise.reject(new Error('no file of this machine is looked at')) },
  }
  const reply = await openFile({ engine: engine as never })({
    ...{ sessionId: 'build1:s1', path },
    ...(line === undefined ? {} : { line }),
  })
  return { reply, asked }
}

test('a file of a host is looked for there, and opened by the link that the editor has to that machine', async () => {
  const { reply, asked } = await openedThere('src/a.ts', { destination: 'me@build1', line: 4 })
  expect(asked).toEqual([['file.read', { sessionId: 'build1:s1', path: '/srv/shop/src/a.ts' }]])
  expect(reply).toEqual({
    kind: 'link',
    url: 'vscode://vscode-remote/ssh-remote+me@build1/srv/shop/src/a.ts:4',
  })
  // Without a line it would be taken for a folder.
  const odd = await openedThere('a b?#\u202e.ts', { destination: 'build1', opener: 'cursor' })
  expect(odd.reply).toEqual({
    kind: 'link',
    url: 'cursor://vscode-remote/ssh-remote+build1/srv/shop/a%20b%3F%23%E2%80%AE.ts:1',
  })
})

test.each([
  ['by more than a word for ssh', {}, { kind: 'elsewhere', path: '/srv/shop/a.ts' }],
  [
    'by ssh, and that has no such file',
    { destination: 'build1', read: { kind: 'none', why: 'missing' } },
    { kind: 'none', why: 'missing' },
  ],
  [
    'by ssh, and that does not show it',
    { destination: 'build1', read: { kind: 'none', why: 'closed' } },
    { kind: 'none', why: 'closed' },
  ],
  [
    'by ssh, where files are opened nowhere',
    { destination: 'build1', opener: 'none' },
    { kind: 'none', why: 'off' },
  ],
])('of a host that is reached %s', async (_, place, reply) => {
  expect((await openedThere('a.ts', place)).reply).toEqual(reply)
})

test.each([
  'vscode://vscode-remote/ssh-remote+a%2Fb/x:1',
  'vscode://vscode-remote/wsl+a/x:1',
  'vscode://vscode-remote/ssh-remote+-F/y:1',
  'vscode://vscode-remote/ssh-remote+me@-F/y:1',
  'vscode://vscode-remote/ssh-remote+/x:1',
  'http://file/a',
  'file:///etc/passwd',
  'vscode://settings/x',
  'vscode://file/a b',
  'vscode://file/a?windowId=_blank',
  'vscode://file/a#x',
  'vscode://file/a:0',
  'vscode://vscode.git/clone?url=x',
  'javascript:alert(1)//vscode://file/a',
  'vscode://file/a\n',
  'VSCODE-x://file/a',
])('%j is no address of a file in an editor', (url) => {
  expect(EditorUrl.safeParse(url).success).toBe(false)
})
