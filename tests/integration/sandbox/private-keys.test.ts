import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../fakes/run-cli'

/** What is a private key by what is in it can be read by no command, wherever below the home it lies. */

const launcher = join(import.meta.dirname, '../../../bin/countersign')
const isRoot = process.getuid?.() === 0
const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(4)
const pem = (kind: string): string => `-----BEGIN ${kind}-----\n${body}-----END ${kind}-----\n`
const account = JSON.stringify(
  { type: 'service_account', project_id: 'p', private_key: pem('PRIVATE KEY'), n: 1 },
  null,
  2,
)

const closed: Readonly<Record<string, string>> = {
  'deploy.pem': pem('PRIVATE KEY'),
  'Downloads/server': pem('RSA PRIVATE KEY'),
  'old/keys/of/mine/id': pem('OPENSSH PRIVATE KEY'),
  'ec.txt': `${'# made with openssl\n'.repeat(20)}${pem('EC PRIVATE KEY')}`,
  'sealed.key': pem('ENCRYPTED PRIVATE KEY'),
  'backup.asc': pem('PGP PRIVATE KEY BLOCK'),
  'putty.ppk': `PuTTY-User-Key-File-3: ssh-ed25519\n${body}`,
  'cloud/prod-1a2b.json': account,
  'cloud/one-line.json': JSON.stringify(JSON.parse(account)),
  'age.txt': `# created\nAGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(6)}\n${body}`,
}
const open: Readonly<Record<string, string>> = {
  'cert.pem': pem('CERTIFICATE'),
  'id.pub': pem('PUBLIC KEY'),
  'notes.md': `a key begins with "-----BEGIN PRIVATE KEY-----" and goes on ${body}`,
  'work/tests/fixture.pem': pem('PRIVATE KEY'),
  'node_modules/lib/sample.pem': pem('PRIVATE KEY'),
}

describe.each(isRoot ? (['root', 'ordinary'] as const) : (['ordinary'] as const))('as %s user', (user) => {
  const base = mkdtempSync('/var/tmp/cs-keys-')
  made.push(base)
  const home = join(base, 'home')
  for (const [name, text] of Object.entries({ ...closed, ...open })) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const as = isRoot && user === 'ordinary' ? { uid: 65_534, gid: 65_534 } : {}
  if (as.uid !== undefined) execFileSync('chown', ['-R', '65534:65534', base])
  const env = { PATH: process.env['PATH'], HOME: home, COUNTERSIGN_HOME: join(base, 'state') }
  const readable = async (names: readonly string[], ...flags: string[]): Promise<readonly string[]> => {
    const script = `cd "$HOME"; for f; do head -c 1 "$f" >/dev/null 2>&1 && echo "$f"; done; true`
    const words = ['sandbox', ...flags, '--', 'sh', '-c', script, 'sh', ...names]
    const ran = await runProgram(launcher, words, { env, cwd: join(home, 'work'), ...as })
    expect(ran.code, ran.err).toBe(0)
    return ran.out.split('\n').filter((line) => line !== '')
  }

  test('keys are closed, and what only looks like one, lies in the workspace or was installed is not', async () => {
    expect(await readable([...Object.keys(closed), ...Object.keys(open)])).toEqual(Object.keys(open))
  })

  test('one that was made, changed or moved since is known to the next start', async () => {
    for (const [name, text] of [
      ['later.pem', pem('PRIVATE KEY')],
      ['notes.md', pem('PRIVATE KEY')],
      ['deploy.pem', pem('CERTIFICATE')],
    ] as const)
      writeFileSync(join(home, name), text)
    execFileSync('mv', [join(home, 'sealed.key'), join(home, 'moved.key')])
    if (as.uid !== undefined) execFileSync('chown', ['-R', '65534:65534', base])
    // A run that goes on until its engine has looked once, and has what it found on file.
    const over = join(home, 'work/over')
    const words = ['sandbox', '--', 'sh', '-c', 'until [ -e over ]; do sleep 0.1; done']
    const run = runProgram(launcher, words, { env, cwd: join(home, 'work'), ...as })
    await expect
      .poll(() => readFileSync(join(base, 'state/private-keys.json'), 'utf8'), { timeout: 120_000 })
      .toContain(join(home, 'later.pem'))
    writeFileSync(over, '')
    expect((await run).code).toBe(0)
    expect(await readable(['later.pem', 'notes.md', 'deploy.pem', 'moved.key', 'cert.pem'])).toEqual([
      'deploy.pem',
      'cert.pem',
    ])
  })
})
