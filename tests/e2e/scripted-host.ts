import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { startModelServer, type ModelServer } from '../fakes/model-server'
import { openHost, type HostOptions, type OpenHost } from './open-host'

export const root = join(import.meta.dirname, '../..')

/** Where pictures go: test-results/, or docs/images/ when they are to be kept (npm run images). */
const pictures = join(root, process.env.KEEP_IMAGES === '1' ? 'docs/images' : 'test-results')

/** Where a picture of this name goes. */
export function pictureAt(name: string): string {
  mkdirSync(pictures, { recursive: true })
  return join(pictures, `${name}.png`)
}

/** The application before a model that follows a script. It is taken down after the test. */
export interface ScriptedHost extends OpenHost {
  /** A folder for the test alone, and an empty folder in it to work in. */
  readonly base: string
  readonly workspace: string
  readonly server: ModelServer
  /** Begins a session in the workspace; resolves with the field for messages. */
  startSession(): Promise<Locator>
}

/** What of it is otherwise. */
export interface ScriptedOptions extends Omit<HostOptions, 'configure'> {
  /** Lines of config.toml before its tables, and tables after the model's. */
  readonly config?: string
  readonly tables?: string
  /** How the model is spoken to. Default: chat. */
  readonly wire?: 'chat' | 'responses'
  /** Where the test's folder is made. Default: the temporary folder, in which every command may write. */
  readonly below?: string
  /** Before the program starts. */
  readonly configure?: (home: string, workspace: string) => void
}

const over: (() => Promise<void>)[] = []

/** After each story: takes down what it had. */
export async function takeDown(): Promise<void> {
  for (const close of over.splice(0).reverse()) await close()
}

/** Opens it; the model's answers may name the folders. */
export async function scriptedHost(
  script: (place: Pick<ScriptedHost, 'base' | 'workspace'>) => Parameters<typeof startModelServer>[0],
  { config = '', tables = '', wire = 'chat', below = tmpdir(), configure, ...options }: ScriptedOptions = {},
): Promise<ScriptedHost> {
  const base = realpathSync(mkdtempSync(join(below, 'cs-e2e-')))
  over.push(() => {
    rmSync(base, { recursive: true, force: true, maxRetries: 20 }) // what was started in it may still be ending
    return Promise.resolve()
  })
  const workspace = join(base, 'project')
  mkdirSync(workspace)
  const server = await startModelServer(script({ base, workspace }))
  over.push(() => server.close())
  const host = await openHost({
    ...options,
    configure: (home) => {
      writeFileSync(
        join(home, 'config.toml'),
        [
          `model = "scripted"\nmodel_provider = "local"\n${config}`,
          `[model_providers.local]\nname = "Local"\nbase_url = "${server.baseUrl}"\nwire_api = "${wire}"\n${tables}`,
        ].join('\n'),
      )
      configure?.(home, workspace)
    },
  })
  over.push(() => host.close())
  const { page } = host
  return {
    ...host,
    base,
    workspace,
    server,
    async startSession() {
      await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      const field = page.getByRole('textbox', { name: 'Message to the agent' })
      await field.waitFor()
      return field
    },
  }
}
