import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Messages } from '@shared/messages/spoken'
import type { Log } from '../../core/ports/system'

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  logger: unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(
    event: 'update-available' | 'update-downloaded',
    listener: (info: { readonly version: string }) => void,
  ): unknown
  checkForUpdates(): Promise<unknown>
}

/** What looking for updates depends on. `load` gives the updater; it is called only where there is something to look at. */
export interface UpdateOptions {
  readonly packaged: boolean
  readonly wanted: boolean
  readonly platform: NodeJS.Platform
  readonly resources: string
  readonly log: Log
  load(): Promise<Updater>
  announce(title: string, body: string): void
  readonly messages: () => Messages['native']
}

/** Why nothing is looked for, or that it was. */
export type UpdateStart = 'off' | 'no-feed' | 'unsigned' | 'looking'

/**
 * Looks once for a newer version, where the person wants it and the package was made with an address for it. It is fetched and put in
 * only where the system checks its signature (macOS, and Windows where the package names its publisher); on Linux a newer version is
 * told and nothing is fetched. Never throws: what fails is logged.
 */
export async function lookForUpdates(options: UpdateOptions): Promise<UpdateStart> {
  const { packaged, wanted, platform, log } = options
  if (!packaged || !wanted) return 'off'
  const feed = await readFile(join(options.resources, 'app-update.yml'), 'utf8').catch(() => undefined)
  if (feed === undefined || !/^url: ['"]?https:\/\//m.test(feed)) return 'no-feed'
  // The updater passes over the check of a package that names no publisher.
  if (platform === 'win32' && !/^publisherName:\s*(\S|\n\s*-\s*\S)/m.test(feed)) {
    log.error('updates: this copy names no publisher, so that no update could be checked; none is looked for')
    return 'unsigned'
  }
  const fetches = platform === 'darwin' || platform === 'win32'
  try {
    const updater = await options.load()
    updater.logger = null
    updater.autoDownload = fetches
    updater.autoInstallOnAppQuit = fetches
    updater.allowDowngrade = false
    updater.on('error', (error) => {
      log.error('updates: looking for one failed', error)
    })
    updater.on(fetches ? 'update-downloaded' : 'update-available', ({ version }) => {
      const messages = options.messages().update
      options.announce(messages.title(version), fetches ? messages.ready : messages.elsewhere)
    })
    await updater.checkForUpdates()
  } catch (error) {
    log.error('updates: looking for one failed', error)
  }
  return 'looking'
}
