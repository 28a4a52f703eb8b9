import { FaultError } from '@shared/domain/fault'
import type { McpServerStatus, McpServerListing, McpSignInAddress } from '@shared/domain/mcp-server'
import { closedBy, type McpPlace, type McpServers, type OpenMcpServers } from '../mcp/mcp-servers'
import type { SettingsStore } from '../settings/settings-store'

/** A server as config.toml has it now, without secrets, and how it stands to signing in. */
export type ConfiguredServer = Omit<McpServerListing, 'runs'>

/** Signing in to servers that want it. Only ever begun by a person. */
export interface SignIns {
  /**
   * Begins: resolves with the address that the person is to visit, and rejects with FaultError where there is none. `done`
   * settles when they came back, or did not in time; `cancel` gives up.
   */
  begin(id: string): Promise<McpSignInAddress & { readonly done: Promise<void>; cancel(): void }>
  /** Forgets what was given; the server is not asked. */
  forget(id: string): Promise<void>
}

/** What it is made of. `configured` reads no file. */
export interface DirectoryParts {
  readonly open: OpenMcpServers
  readonly configured: () => readonly ConfiguredServer[]
  readonly settings: Pick<SettingsStore, 'read' | 'write'>
  readonly signIns: SignIns
}

interface Pending extends McpSignInAddress {
  cancel(): void
}

/** The configured MCP servers over all sessions: how each does where, on and off, again, signed in and out. */
export class ServerDirectory {
  readonly #parts: DirectoryParts
  readonly #running = new Map<McpServers, McpPlace>()
  readonly #pending = new Map<string, Pending>()
  readonly #problems = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  constructor(parts: DirectoryParts) {
    this.#parts = parts
  }

  /** Opens a session's servers, which are listed from then on until they are closed. */
  readonly open: OpenMcpServers = (place, onChange) => {
    const servers = this.#parts.open(place, () => {
      onChange?.()
      this.#emit()
    })
    const listed = closedBy(servers, async () => {
      this.#running.delete(listed)
      await servers.close()
      this.#emit()
    })
    this.#running.set(listed, place)
    this.#emit()
    return listed
  }

  /** Is told that something of the list is otherwise now; returns the unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Every configured server, in the order of their names. */
  async list(): Promise<readonly McpServerListing[]> {
    await this.#parts.settings.read() // an edit by hand counts
    const running = [...this.#running].map(([servers, place]) => ({ place, all: servers.status() }))
    return this.#parts.configured().map((server): McpServerListing => {
      const problem = this.#problems.get(server.id)
      return {
        ...server,
        signIn: this.#pending.has(server.id) ? 'waiting' : server.signIn,
        ...(problem === undefined ? {} : { problem }),
        runs: running.flatMap(({ place, all }) => {
          const status = all.find(({ id }) => id === server.id)
          return status ? [{ sessionId: place.sessionId ?? '', ...inShort(status) }] : []
        }),
      }
    })
  }

  /** Writes the switch; sessions follow with their next turn. Throws FaultError saying why it could not be set. */
  async enable(id: string, enabled: boolean): Promise<void> {
    this.#known(id)
    const { version, file } = await this.#parts.settings.read()
    const edits = [{ key: `mcp_servers.${id}.enabled`, value: enabled }]
    const reply = await this.#parts.settings.write(version, edits)
    if (reply.kind === 'refused') throw bad(`${reply.message}. Nothing was written.`)
    if (reply.kind === 'conflict') throw bad(`${file} was changed meanwhile. Nothing was written; try again.`)
    this.#emit()
    if (this.#known(id).enabled !== enabled)
      throw bad(
        `Something stronger than ${file} sets this switch: a profile, the command line or managed_config.toml.`,
      )
  }

  /** Starts a server again in every session where it is not any more. */
  restart(id: string): void {
    this.#known(id)
    for (const servers of this.#running.keys()) servers.restart(id)
  }

  /** See SignIns.begin; a sign-in that waits is given up for the new one. When it is done the server is started again. */
  async signIn(id: string): Promise<McpSignInAddress & { readonly done: Promise<void> }> {
    if (this.#known(id).signIn === 'none')
      throw bad(`${id} is not signed in to: it is a program, or has a token of its own.`)
    this.#pending.get(id)?.cancel()
    this.#problems.delete(id)
    const begun = await this.#parts.signIns.begin(id)
    const { url, host, codeTo } = begun
    const address: McpSignInAddress = { url, host, ...(codeTo !== undefined && { codeTo }) }
    const pending: Pending = {
      ...address,
      cancel: () => {
        begun.cancel()
      },
    }
    this.#pending.set(id, pending)
    this.#emit()
    const done = begun.done.then(
      () => {
        this.#end(id, pending)
        this.restart(id)
      },
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        if (this.#pending.get(id) === pending) this.#problems.set(id, problem)
        this.#end(id, pending)
        throw error
      },
    )
    done.catch(() => undefined) // the list says it, whoever waits or not
    return { ...address, done }
  }

  /** The address that a sign-in waits at; undefined where none does. */
  signInAddress(id: string): McpSignInAddress | undefined {
    return this.#pending.get(id)
  }

  /** Gives up a sign-in that waits, and forgets what an earlier one brought. */
  async signOut(id: string): Promise<void> {
    this.#known(id)
    this.#pending.get(id)?.cancel()
    this.#problems.delete(id)
    await this.#parts.signIns.forget(id)
    this.restart(id)
    this.#emit()
  }

  /** Gives up every sign-in that waits. */
  close(): void {
    for (const pending of this.#pending.values()) pending.cancel()
  }

  #end(id: string, pending: Pending): void {
    if (this.#pending.get(id) === pending) this.#pending.delete(id)
    this.#emit()
  }

  #known(id: string): ConfiguredServer {
    const all = this.#parts.configured()
    const found = all.find((each) => each.id === id)
    if (found) return found
    const names = all.map((each) => each.id).join(', ')
    throw bad(
      `There is no MCP server ${JSON.stringify(id.slice(0, 60))}; expected one of: ${names === '' ? 'none is configured' : names}.`,
    )
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}

const bad = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/** Without the schemas of its tools, which nobody reads in a list. */
function inShort({
  id: _id,
  tools,
  ...status
}: McpServerStatus): Omit<McpServerListing['runs'][number], 'sessionId'> {
  return {
    ...status,
    tools: tools.map(({ name, offeredAs, description, annotations }) => ({
      name,
      offeredAs,
      description,
      annotations,
    })),
  }
}

/** A directory of nothing. */
export function noServers(settings: DirectoryParts['settings']): ServerDirectory {
  const none = (): never => {
    throw bad('There are no MCP servers.')
  }
  return new ServerDirectory({
    settings,
    open: none,
    configured: () => [],
    signIns: { begin: none, forget: none },
  })
}
