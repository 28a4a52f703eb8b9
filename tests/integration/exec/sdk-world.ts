import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadSdk, type SdkEvent, type SdkItem, type SdkVersion } from '../../fakes/codex-sdk'
import {
  startModelServer,
  type Answer,
  type ModelServer,
  type RecordedRequest,
} from '../../fakes/model-server'

/** The one file that starts every face. */
export const launcher = resolve(import.meta.dirname, '../../../bin/countersign')

/** A shell command as the model asks for it. */
export const shell = (...command: string[]): Answer => ({
  calls: [{ name: 'shell', arguments: { command, timeout_ms: 60_000 } }],
})

const worlds: { readonly base: string; readonly server: ModelServer }[] = []

/** Takes away what the worlds left. */
export async function removeWorlds(): Promise<void> {
  for (const { base, server } of worlds.splice(0)) {
    await server.close()
    // An engine that was just ended may still be putting its record away.
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** A home, a folder to work in and a scripted model that the SDK is pointed at; config.toml holds `config` alone. */
export async function sdkWorld(
  script: Parameters<typeof startModelServer>[0],
  { config = '', version = '0.163.0' }: { readonly config?: string; readonly version?: SdkVersion } = {},
) {
  // Outside /tmp, which workspace-write opens.
  const base = mkdtempSync('/var/tmp/cs-sdk-')
  const work = join(base, 'work')
  mkdirSync(work)
  mkdirSync(join(base, 'state'))
  writeFileSync(join(base, 'state', 'config.toml'), config)
  const server = await startModelServer(script)
  worlds.push({ base, server })
  const { Codex } = await loadSdk(version)
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, COUNTERSIGN_HOME: join(base, 'state') }
  return {
    base,
    work,
    env,
    server,
    requests: server.requests,
    codex: (options: object = {}) =>
      new Codex({
        codexPathOverride: launcher,
        baseUrl: server.baseUrl,
        apiKey: 'sk-of-the-sdk',
        env,
        ...options,
      }),
    thread: {
      model: 'test-1',
      workingDirectory: work,
      skipGitRepoCheck: true,
      sandboxMode: 'workspace-write',
    },
  }
}

/** The whole of a streamed turn. */
export async function all(events: AsyncIterable<SdkEvent>): Promise<SdkEvent[]> {
  const seen: SdkEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}

/** The items of this kind. */
export const ofKind = (items: readonly SdkItem[], type: string): readonly SdkItem[] =>
  items.filter((each) => each.type === type)

/** Which members each kind of line and of item has, by its name. */
export function memberNames(events: readonly object[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, value: object): void => {
    const known = found.get(name) ?? new Set()
    known.add(Object.keys(value).sort().join(' '))
    found.set(name, known)
  }
  for (const event of events as SdkEvent[]) {
    add(event.type, event)
    if (event.item) add(`item ${event.item.type}`, event.item)
    if (event.usage) add('usage', event.usage)
  }
  return found
}

/** The lines that OpenAI's own program printed. */
export function recorded(): SdkEvent[] {
  const file = resolve(import.meta.dirname, '../../fakes/codex-exec.jsonl')
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SdkEvent)
}

/** The body of a request to the model, as text. */
export const bodyText = (request: RecordedRequest | undefined): string => JSON.stringify(request?.body)
