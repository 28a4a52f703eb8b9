import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createKeyFile } from '../../../src/main/adapters/key-file/key-file'
import { createSignIns } from '../../../src/main/adapters/mcp-client/sign-in/sign-ins'
import { createTokenStore } from '../../../src/main/adapters/mcp-client/sign-in/token-store'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { McpServer } from '../../../src/shared/domain/mcp-server'
import { plainClient, startAppServer } from '../../fakes/app-server-client'
import { appServerHome } from '../../fakes/app-server-home'
import { startOAuthServer } from '../../fakes/oauth-mcp-server'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

interface Listed {
  readonly auth_statuses: Readonly<Record<string, string>>
  readonly servers: readonly { readonly name: string; readonly state: string }[]
}

/** What a new app-server says of the servers once each of them is there or has failed. */
async function listed(home: { env: NodeJS.ProcessEnv; project: string }): Promise<Listed> {
  const client = startAppServer({ env: { ...home.env, FAR_TOKEN: 'secret-none' }, cwd: home.project })
  try {
    await client.request('init', 'initialize', plainClient)
    const made = await client.request('new', 'newConversation', { cwd: home.project })
    const { conversationId } = made['result'] as { conversationId: string }
    for (let id = 1; ; id++) {
      const op = { type: 'list_mcp_tools' }
      const { result } = await client.request(id, 'submitOperation', { conversationId, op })
      const { answer } = result as { answer: Listed }
      if (answer.servers.every(({ state }) => !/starting|waiting/.test(state))) return answer
      await wait(100)
    }
  } finally {
    await client.end()
  }
}

test('how each server is told who asks: not at all, by a token, by a sign-in, or by none that it takes', async () => {
  const far = await startOAuthServer()
  const home = await appServerHome([], {
    config: `[mcp_servers.memory]
command = "node"
args = ["${join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-memory/dist/index.js')}"]
[mcp_servers.far]
url = "${far.url}"
[mcp_servers.held]
url = "${far.url}"
bearer_token_env_var = "FAR_TOKEN"
[mcp_servers.own]
url = "${far.url}"
env_http_headers = { authorization = "FAR_TOKEN" }
[mcp_servers.off]
url = "${far.url}"
enabled = false
`,
  })
  closers.push(far.close, () => home.remove())
  const statuses = async () => {
    const { auth_statuses: auth, servers } = await listed(home)
    return { ...auth, state: servers.find(({ name }) => name === 'far')?.state }
  }
  const others = { held: 'bearer_token', memory: 'unsupported', own: 'unsupported', off: 'unsupported' }
  expect(await statuses()).toEqual({ ...others, far: 'not_logged_in', state: 'failed' })
  const signIns = createSignIns({
    servers: () => ({ far: McpServer.parse({ url: far.url }) }),
    tokens: createTokenStore(await createKeyFile(home.base)),
    clock: systemClock,
  })
  const { url, done } = await signIns.begin('far')
  await fetch(url)
  await done
  expect(await statuses()).toEqual({ ...others, far: 'o_auth', state: 'ready' })
  // A token that is no good any more and can be renewed is still a sign-in; one that cannot be is none.
  far.expire()
  expect(await statuses()).toEqual({ ...others, far: 'o_auth', state: 'ready' })
  far.revoke()
  expect(await statuses()).toEqual({ ...others, far: 'not_logged_in', state: 'failed' })
  // What was given to one address is no sign-in at another.
  const config = join(home.base, 'config.toml')
  const text = readFileSync(config, 'utf8')
  writeFileSync(config, text.replace(`far]\nurl = "${far.url}"`, `far]\nurl = "${far.url}?other=1"`))
  expect(await statuses()).toMatchObject({ far: 'not_logged_in', state: 'failed' })
})
