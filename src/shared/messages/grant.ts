import type { GitSetting, Grant } from '../domain/grant'
import { quotedName, type NamingFolders } from '../domain/named-path'
import { placeInWords } from './machine'
import { pathInWords } from './path'
import { messages } from './spoken'

/** A key of git's configuration with what becomes of it: "remote.origin.url to https://h/a", "user.name to nothing". */
export function gitSettingInWords({ name, value }: GitSetting): string {
  const { setting, nothing } = messages().grant
  return setting(quotedName(name), value === undefined || value === '' ? nothing : quotedName(value))
}

/** The grant in words, its path named from these folders: "write in build and below". */
export const grantFrom =
  (folders: NamingFolders | undefined) =>
  (grant: Grant): string => {
    const say = messages().grant
    switch (grant.kind) {
      case 'write':
        return say.write[grant.extent](pathInWords(grant.path, folders))
      case 'read':
        return say.read(pathInWords(grant.path, folders))
      case 'host': {
        const host = grant.host.includes(':') ? `[${grant.host}]` : grant.host
        return say.connect(placeInWords(`${host}:${String(grant.port)}`))
      }
      case 'git-settings': {
        const settings = grant.settings.map(gitSettingInWords).join(messages().amounts.and)
        return say.set(settings, pathInWords(grant.path, folders))
      }
      case 'unsandboxed':
        return say.unsandboxed
    }
  }

/** The grant in words, its path whole: "write to /srv/x", "connect to example.org:443". */
export const describeGrant = grantFrom(undefined)
