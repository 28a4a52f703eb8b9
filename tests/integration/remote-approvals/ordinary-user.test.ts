import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startModelServer, type ModelServer } from '../../fakes/model-server'
import { runProgram } from '../../fakes/run-cli'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { openWindows } from '../../fakes/window-sockets'
import { bodyText, launcher, shell } from '../exec/sdk-world'

const user = { uid: 65_534, gid: 65_534 }
const timeout = { timeout: 120_000 }
let base = ''
let server: ModelServer | undefined
let windows: ServeWindow[] = []
afterEach(async () => {
  await Promise.all(windows.map((each) => each.stop('SIGKILL')))
  windows = []
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

/** A home, and a folder to work in, of an ordinary user. */
async function world() {
  base = mkdtempSync('/var/tmp/cs-door-')
  const target = join(base, 'outside.txt')
  server = await startModelServer((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'So it is.' } : shell('touch', target),
  )
  const [home, work] = [join(base, 'state'), join(base, 'work')]
  for (const folder of [home, work]) mkdirSync(folder, { mode: 0o700 })
  writeFileSync(
    join(home, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
  )
  for (const path of [base, home, work, join(home, 'config.toml')]) chownSync(path, user.uid, user.gid)
  chmodSync(base, 0o755)
  const env = { PATH: process.env['PATH'], HOME: base, COUNTERSIGN_HOME: home }
  const open = async (as: Partial<typeof user>): Promise<ServeWindow> => {
    const window = await serveWindow(env, as)
    windows.push(window)
    return window
  }
  const exec = (as: Partial<typeof user>, policy: 'on-failure' | 'untrusted') =>
    runProgram(launcher, ['exec', '--cd', work, '--approval-policy', policy, 'go'], {
      env,
      cwd: work,
      ...as,
    })
  return { target, home, open, exec }
}

test.runIf(process.getuid?.() === 0)('an ordinary user is asked in their window', async () => {
  const { target, home, open, exec } = await world()
  const window = await open(user)
  expect(openWindows(home).map((path) => statSync(path).uid)).toEqual([user.uid])
  const asked = exec(user, 'on-failure')
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  await window.decide(window.waiting()[0]?.id ?? '', { kind: 'allow', offerId: 'only-this' })
  expect([(await asked).code, existsSync(target)]).toEqual([0, true])
})

test.runIf(process.getuid?.() === 0)(
  'a run of root does not ask in another user’s window, nor let that user in: a home of theirs is none of root’s',
  async () => {
    const { target, open, exec } = await world()
    const window = await open(user)
    const ran = await exec({}, 'untrusted')
    expect([ran.code, window.told(), existsSync(target)]).toEqual([2, [], false])
    expect(ran.err).toMatch(
      /cannot be the engine's home: .* belongs to another user; expected a folder of this user's own/,
    )
  },
)
