import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startOAuthServer } from '../fakes/oauth-mcp-server'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

test('countersign mcp login prints where to go, ends when the person came back, and logout forgets it', async () => {
  const server = await startOAuthServer({ codesByName: true })
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'cs-login-'))
  closers.push(server.close, () => {
    rmSync(home, { recursive: true, force: true })
  })
  writeFileSync(join(home, 'config.toml'), `[mcp_servers.far]\nurl = "${server.url}"\n`)
  const run = (...args: string[]) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../out/main/cli.js'), 'mcp', ...args],
      {
        env: { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home },
      },
    )
    const code = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, code, err: text(child.stderr) }
  }
  const login = run('login', 'far')
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    login.child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      const found = /^http:\S+$/m.exec(said)
      if (found) resolve(found[0])
    })
    void login.code.then((code) => {
      reject(new Error(`ended with ${String(code)} after ${said}`))
    })
  })
  expect(said).toContain(`Sign in at ${new URL(server.auth).host}.`)
  const { port } = new URL(server.auth)
  expect(said).toContain(`goes to another host, which can then act as you there: localhost:${port}.`)
  expect((await fetch(address)).status).toBe(200)
  expect(await login.code).toBe(0)
  expect(said).toContain('Signed in to far.')
  expect(readFileSync(join(home, 'auth.json'), 'utf8')).toContain('secret-')
  expect(said + readFileSync(join(home, 'config.toml'), 'utf8')).not.toContain('secret-')
  expect(await run('logout', 'far').code).toBe(0)
  expect(readFileSync(join(home, 'auth.json'), 'utf8')).not.toContain('secret-')
  const unknown = run('login', 'ghost')
  expect(await unknown.code).not.toBe(0)
  expect(await unknown.err).toContain('There is no MCP server "ghost"')
})
