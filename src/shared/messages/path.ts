import { namedPath, quotedName, type NamingFolders } from '../domain/named-path'

/** A path in a sentence: by its short name, or whole where the folders that name it are not known. */
export function pathInWords(path: string, folders: NamingFolders | undefined): string {
  return folders === undefined ? path : quotedName(namedPath(path, folders).name)
}
