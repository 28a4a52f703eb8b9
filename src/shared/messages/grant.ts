import type { Grant } from '../domain/grant'
import type { NamingFolders } from '../domain/named-path'
import { pathInWords } from './path'
import { messages } from './spoken'

/** The grant in words, its path named from these folders: "write in build and below". */
export const grantFrom =
  (folders: NamingFolders | undefined) =>
  (grant: Grant): string =>
    messages().grant.one(grant, (path) => pathInWords(path, folders))

/** The grant in words, its path whole: "write to /srv/x", "connect to example.org:443". */
export const describeGrant = grantFrom(undefined)
