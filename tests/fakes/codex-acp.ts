import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { speakWith, type AcpClient, type AnswerPermission } from './acp-client'
import type { AppServerHome } from './app-server-home'
import { publishedProgram, type Published } from './published-program'
import { cliEntry } from './run-cli'

/** Only its own file, which holds all that it needs, and not the program that it would start by itself (160 MB). */
const codexAcp: Published = {
  name: '@agentclientprotocol/codex-acp',
  version: '2.6.0',
  sha512: '/PBsd0H6URy4bhXhAeXqwb7RqctbXfNceRihAh6nDmn5HJ873uzoHvHxF45YmeWfgOKKRrNRLZjYsket2a7EsQ==',
  entry: 'dist/index.js',
  parts: ['dist'],
}

/** An editor, `codex-acp` and our app-server behind one another. The last is started as `codex-acp` starts Codex: by one path, in an environment that it makes. */
export async function connectCodexAcp(home: AppServerHome, answer: AnswerPermission): Promise<AcpClient> {
  const program = await publishedProgram(codexAcp)
  const launcher = join(home.base, 'codex')
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${cliEntry}' "$@"\n`)
  chmodSync(launcher, 0o755)
  const child = spawn(process.execPath, [program], {
    cwd: home.project,
    env: {
      ...home.env,
      CODEX_PATH: launcher,
      INITIAL_AGENT_MODE: 'workspace-write',
      NO_BROWSER: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  return await speakWith(child, { project: home.project, answer }).catch((error: unknown) => {
    throw new Error(`codex-acp did not begin: ${complaints}`, { cause: error })
  })
}
